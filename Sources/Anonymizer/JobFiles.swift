import Foundation
import Media

/// The checks on a job's two names that come before anything is opened for writing.
struct JobFiles {
  let source: InputSource
  let output: String
  let overwrite: Bool

  /// - Throws: `AnonymizationError`: `missingInput`, `damagedInput`, `usage`, `uncreatableOutput`.
  func check() throws {
    switch source {
    case .file(let path): try checkInput(path)
    case .standardInput: try checkPipe(STDIN_FILENO, source.description)
    case .url, .device: break
    }
    if OutputTarget.isPipe(output) {
      try checkPipe(STDOUT_FILENO, OutputTarget.pipeName)
    } else {
      try checkOutput()
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

  private func checkOutput() throws {
    let identity: FileIdentity? =
      if case .file(let path) = source { FileIdentity(path: path) } else { nil }
    for name in [output, OutputFile.partialPath(for: output)] {
      if let identity, FileIdentity(path: name) == identity {
        throw AnonymizationError(
          .usage, path: output, "would be written over the input",
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
