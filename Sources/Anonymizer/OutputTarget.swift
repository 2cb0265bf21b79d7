import Glibc

/// Where a job's output goes: into a file that is published when it is whole, or down a pipe.
enum OutputTarget {
  case file(OutputFile)
  case standardOutput

  /// What a pipe is called in messages.
  static let pipeName = "standard output"

  /// Whether a name for an output stands for standard output.
  static func isPipe(_ name: String) -> Bool { name == "-" }

  /// Opens what a name stands for.
  ///
  /// - Throws: `AnonymizationError`: see `OutputFile`.
  init(name: String, replaces: Bool) throws {
    self =
      OutputTarget.isPipe(name)
      ? .standardOutput : .file(try OutputFile(path: name, replaces: replaces))
  }

  /// The open descriptor.
  var descriptor: Int32 {
    switch self {
    case .file(let file): file.descriptor
    case .standardOutput: STDOUT_FILENO
    }
  }

  /// The name of the file as it is written, or what a pipe is called.
  var path: String {
    switch self {
    case .file(let file): file.partialPath
    case .standardOutput: OutputTarget.pipeName
    }
  }

  /// Checks what was written, as far as it can be looked at, and publishes it.
  ///
  /// - Parameters:
  ///   - decodingThreads: most threads of each decoder that reads it; 0 leaves the number to
  ///     libavcodec, and with `nil` it is not decoded.
  ///   - frames: that each video stream must have, by output stream index.
  ///   - verify: looks at the file under its partial name once it is known to be whole; throws where
  ///     it must not be published.
  ///   - report: what is published together with it, or not at all.
  ///   - goOn: called again and again; throws to call it off.
  /// - Throws: `AnonymizationError`.
  func complete(
    frames: [Int: Int], decodingThreads: Int?, verify: () throws -> Void = {},
    report: FaceReportWriter?,
    goOn: () throws -> Void
  ) throws {
    guard case .file(let file) = self else {
      try report?.publish(ifWanted: goOn)
      return
    }
    try OutputCheck(
      path: file.partialPath, frames: frames, decodingThreads: decodingThreads
    ).run(nameInErrors: file.path, goOn: goOn)
    try verify()
    try report?.publish(ifWanted: goOn)
    do {
      try file.publish(ifWanted: goOn)
    } catch {
      report?.retract()
      throw error
    }
  }
}
