import Foundation
import Media

/// The checks on a job's names that come before anything is opened for writing.
struct JobFiles {
  let source: InputSource
  /// The footage to be written; `nil` where none is.
  let output: String?
  /// The report to be written.
  let report: String?
  /// The trace to be written.
  let trace: String?
  /// The report to be read.
  let detections: String?
  let overwrite: Bool

  /// - Throws: `AnonymizationError`: `missingInput`, `damagedInput`, `usage`, `uncreatableOutput`.
  func check() throws {
    switch source {
    case .file(let path): try checkInput(path)
    case .standardInput: try checkPipe(STDIN_FILENO, source.description)
    case .url, .device: break
    }
    if let detections { try checkDetections(detections) }
    if let output {
      if OutputTarget.isPipe(output) {
        try checkPipe(STDOUT_FILENO, OutputTarget.pipeName)
      } else {
        try checkWritten(output)
      }
    }
    try check(report, as: "report", beside: [(output, "footage")])
    try check(trace, as: "trace", beside: [(output, "footage"), (report, "report")])
  }

  private func check(
    _ name: String?, as noun: String, beside others: [(name: String?, noun: String)]
  ) throws {
    guard let name else { return }
    for other in others {
      guard let otherName = other.name, isSame(name, otherName) else { continue }
      throw AnonymizationError(
        .usage, path: OutputTarget.isPipe(name) ? OutputTarget.pipeName : name,
        "is to take both the \(other.noun) and the \(noun)",
        advice: "give --\(noun) another name")
    }
    if !OutputTarget.isPipe(name) { try checkWritten(name) }
  }

  private func checkDetections(_ name: String) throws {
    guard report == nil else {
      throw AnonymizationError(
        .usage,
        "--report and --detections cannot be used together: the one would say what the "
          + "other does", advice: "leave out one of them")
    }
    guard name == "-" else { return }
    guard source != .standardInput else {
      throw AnonymizationError(
        .usage, path: source.description, "is to give both the footage and the report",
        advice: "name a file for one of them")
    }
    try checkPipe(STDIN_FILENO, InputSource.standardInput.description)
  }

  /// Whether two written names, or one and the partial name of the other, are one file.
  private func isSame(_ first: String, _ second: String) -> Bool {
    guard !OutputTarget.isPipe(first), !OutputTarget.isPipe(second) else { return first == second }
    func places(_ name: String) -> [Place] {
      [Place(name), Place(OutputFile.partialPath(for: name))]
    }
    return places(first).contains { places(second).contains($0) }
      || FileIdentity(path: first).map { $0 == FileIdentity(path: second) } ?? false
  }

  /// A name in a folder, whether there is a file of that name or not.
  private struct Place: Equatable {
    let folder: FileIdentity?
    let folderName: String?
    let name: Substring

    init(_ path: String) {
      let folder = Anonymizer.folder(of: path)
      self.folder = FileIdentity(path: folder)
      folderName = self.folder == nil ? folder : nil
      name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    }
  }

  private func checkPipe(_ descriptor: Int32, _ name: String) throws {
    guard isatty(descriptor) == 0 else {
      throw AnonymizationError(
        .usage, path: name, "is a terminal", advice: "put '-' at the end of a pipe, or name a file")
    }
  }

  private func checkInput(_ input: String) throws {
    var status = stat()
    guard stat(input, &status) == 0 else {
      throw AnonymizationError(
        .missingInput, path: input, "there is no such file that can be read",
        advice: "check the name and its permissions", cause: String(cString: strerror(errno)))
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR:
      throw AnonymizationError(
        .damagedInput, path: input, "is a folder", advice: "name a video file")
    default:
      throw AnonymizationError(
        .damagedInput, path: input, "is not a regular file", advice: "name a video file")
    }
    guard access(input, R_OK) == 0 else {
      throw AnonymizationError(
        .missingInput, path: input, "cannot be read", advice: "check its permissions",
        cause: String(cString: strerror(errno)))
    }
    if status.st_size == 0 {
      throw AnonymizationError(
        .damagedInput, path: input, "is empty", advice: "name a video file")
    }
  }

  private func checkWritten(_ output: String) throws {
    var read: [(identity: FileIdentity, name: String)] = []
    if case .file(let path) = source, let identity = FileIdentity(path: path) {
      read.append((identity, "the input"))
    }
    if let detections, detections != "-", let identity = FileIdentity(path: detections) {
      read.append((identity, "the report that is read"))
    }
    for name in [output, OutputFile.partialPath(for: output)] {
      if let identity = FileIdentity(path: name),
        let other = read.first(where: { $0.identity == identity })
      {
        throw AnonymizationError(
          .usage, path: output, "would be written over \(other.name)",
          advice: "choose another output name")
      }
    }
    var status = stat()
    if lstat(output, &status) == 0 {
      guard status.st_mode & S_IFMT != S_IFDIR else {
        throw AnonymizationError(
          .uncreatableOutput, path: output, "is a folder", advice: "name a file in it")
      }
      guard overwrite else {
        throw AnonymizationError(
          .uncreatableOutput, path: output, "exists", advice: "add --overwrite to replace it")
      }
      guard [S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) else {
        throw AnonymizationError(
          .uncreatableOutput, path: output, "is not a regular file", advice: "choose another name")
      }
      return
    }
    var folderStatus = stat()
    if stat(folder(of: output), &folderStatus) != 0 {
      throw AnonymizationError(
        .uncreatableOutput, path: output, "the folder is missing or cannot be entered",
        advice: systemAdvice(for: errno), cause: String(cString: strerror(errno)))
    }
  }
}
