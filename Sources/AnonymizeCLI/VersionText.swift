import Anonymizer

/// The text that `--version` prints.
enum VersionText {
  /// The program and its version.
  static let line = "anonymize \(AnonymizeVersion.current)"

  /// The program's version, and a line below those of the libraries that it runs with.
  static var text: String {
    let libraries = AnonymizeVersion.libraries.map { "\($0.name) \($0.version)" }
    return "\(line)\n\(libraries.joined(separator: ", "))\n"
  }
}
