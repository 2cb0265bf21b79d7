import Pipeline

/// A text that could not be written to a file.
public struct TextFileError: Error, Hashable, Sendable {
  /// The kind of failure.
  public enum Code: Hashable, Sendable {
    /// No file can be made by that name.
    case uncreatable
    /// Writing failed, such as on a full disk.
    case failedTransfer
  }

  /// The kind of failure.
  public let code: Code
  /// The file, as it was named.
  public let path: String
  /// What went wrong, without the file's name.
  public let message: String
  /// What to do about it.
  public let advice: String
  /// The system's own words.
  public let cause: String?
}

extension TextFileError: CustomStringConvertible {
  /// All of it on one line.
  public var description: String {
    errorLine(path: printable(path), message, cause: cause, advice: advice)
  }
}
