import Foundation

/// Short footage that tests make from the samples, each piece once in a test run.
public enum Clips {
  private static let shelf = Shelf()

  /// The path of a clip, which is made where it is not there yet.
  ///
  /// - Parameters:
  ///   - name: the clip's own name; its ending decides the container. One name always stands for one
  ///     way of making it.
  ///   - inputs: the files that it is made from.
  ///   - inputOptions: options of ffmpeg for each of them, with spaces between them.
  ///   - options: options of ffmpeg for the clip, with spaces between them.
  /// - Throws: `MediaTool.Failure`.
  public static func clip(
    _ name: String, from inputs: [String], inputOptions: String = "", _ options: String
  ) throws -> String {
    let before = inputOptions.split(separator: " ").map(String.init)
    let after = options.split(separator: " ").map(String.init)
    let recipe = inputs.flatMap { before + ["-i", $0] } + after
    return try shelf.file(name, recipe: recipe) { path in
      try MediaTool.ffmpeg.run(recipe + [path])
    }
  }

  /// The path of a clip from one of the samples; see above.
  public static func clip(
    _ name: String, from sample: SampleFootage, inputOptions: String = "", _ options: String
  ) throws -> String {
    try clip(name, from: [sample.path], inputOptions: inputOptions, options)
  }

  /// The path of a file, which `make` writes where it is not there yet.
  public static func file(_ name: String, make: (_ path: String) throws -> Void) throws -> String {
    try shelf.file(name, recipe: [], make: make)
  }

  /// One name stands for two ways of making a clip.
  public struct Clash: Error, CustomStringConvertible {
    /// The name.
    public let description: String
  }
}

/// A folder of files that are made on demand; it is removed when the process ends.
///
/// `@unchecked Sendable`: `lock` protects `made`.
private final class Shelf: @unchecked Sendable {
  // Recursive, since a clip may be made from another.
  private let lock = NSRecursiveLock()
  private let folder: URL
  /// How each file has been made, by its name.
  private var made: [String: [String]] = [:]
  private static nonisolated(unsafe) var path = ""

  init() {
    folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("anonymize-clips-\(UUID().uuidString)", isDirectory: true)
  }

  func file(_ name: String, recipe: [String], make: (String) throws -> Void) throws -> String {
    let path = folder.appendingPathComponent(name).path
    // One at a time: each takes a fraction of a second.
    try lock.withLock {
      if let known = made[name] {
        guard known == recipe else { throw Clips.Clash(description: name) }
        return
      }
      if made.isEmpty { try createFolder() }
      try make(path)
      made[name] = recipe
    }
    return path
  }

  private func createFolder() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    Shelf.path = folder.path
    atexit { try? FileManager.default.removeItem(atPath: Shelf.path) }
  }
}
