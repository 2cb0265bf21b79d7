import Foundation
import TestSupport
import Testing

/// A new empty folder in which the program is run.
struct Workbench {
  let folder: TemporaryFolder
  /// How closely frames are looked at where a test does not say.
  private let detail: String

  /// A workbench for tests to which it makes no difference how faces are found, since looking
  /// closely takes most of the time; those of finding them say "balanced", the default of the
  /// program.
  init(detail: String = "fast") throws {
    folder = try TemporaryFolder()
    self.detail = detail
  }

  /// The path of a file in the folder.
  func path(_ name: String) -> String { folder.path(name) }

  /// Runs the program; names of files are paths, or names in the folder.
  ///
  /// Progress is never shown, so that standard error holds nothing but messages.
  func anonymize(
    _ input: String, _ output: String, _ options: String..., environment: [String: String?] = [:],
    program: Binary = .anonymize
  ) throws -> Outcome {
    try program.run(
      ["--progress", "never", "--detail", detail] + options + ["--", input, output],
      environment: environment,
      workingDirectory: folder.url, timeout: 600)
  }

  /// Runs the program, which must succeed, and returns the path of its output.
  func anonymized(
    _ input: String, _ output: String, _ options: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let outcome = try Binary.anonymize.run(
      ["--progress", "never", "--detail", detail] + options + ["--", input, output],
      workingDirectory: folder.url,
      timeout: 600)
    try #require(
      outcome.status == 0, "\(outcome.standardError)", sourceLocation: sourceLocation)
    return path(output)
  }
}

extension Outcome {
  /// Expects that the program failed with a status and one line that names a file.
  ///
  /// - Parameters:
  ///   - name: the file as the line must name it; `nil` where it names none.
  ///   - message: what must follow the name, up to the cause or the advice.
  ///   - advice: how the line must end.
  func expectFailure(
    _ status: Int32, naming name: String?, _ message: String, advice: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      self.status == status, "\(signal ?? 0) \(standardError)", sourceLocation: sourceLocation)
    let lines = standardError.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 2 && lines.last == "", "\(lines)", sourceLocation: sourceLocation)
    let head = "anonymize: \(name.map { "\($0): " } ?? "")\(message)"
    #expect(
      lines[0].hasPrefix(head), "'\(lines[0])' does not begin with '\(head)'",
      sourceLocation: sourceLocation)
    #expect(
      lines[0].hasSuffix("; \(advice)"), "'\(lines[0])' does not end with '\(advice)'",
      sourceLocation: sourceLocation)
    #expect(standardOutput == "", sourceLocation: sourceLocation)
  }
}
