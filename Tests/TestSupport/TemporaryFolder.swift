public import Foundation

/// A new empty folder that is removed with everything in it when its last owner lets it go.
public final class TemporaryFolder: Sendable {
  /// Where it is, with no symbolic link on the way.
  public let url: URL

  /// Makes the folder.
  public init() throws {
    let place = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    url = place.appendingPathComponent("anonymize-tests-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The path of a file in it, whether the file exists or not.
  public func path(_ name: String) -> String {
    url.appendingPathComponent(name).path
  }

  /// Writes a file in it and returns the file's path.
  @discardableResult
  public func write(_ contents: Data, to name: String) throws -> String {
    try contents.write(to: url.appendingPathComponent(name))
    return path(name)
  }

  /// Writes a text file in it and returns the file's path.
  @discardableResult
  public func write(_ contents: String, to name: String) throws -> String {
    try write(Data(contents.utf8), to: name)
  }

  /// The names of what lies in it, hidden files included, sorted.
  public var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
    }
  }
}
