import Media

/// The version of this package and of what it runs with.
public enum AnonymizeVersion {
  /// The package's own version, by semantic versioning.
  public static let current = "0.1.0"

  /// The media libraries that the process has loaded, each with its name and version.
  public static var libraries: [(name: String, version: String)] {
    MediaLibrary.allCases.map { ($0.rawValue, $0.version) }
  }
}
