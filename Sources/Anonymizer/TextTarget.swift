import Glibc
import Pipeline

/// Where a text beside the footage goes, such as a report: into a file that is published when it is
/// whole, or to standard output.
///
/// `@unchecked Sendable`: the lock of the `FaceReportWriter` or `Trace` that writes to it protects
/// everything but `interruption`, which protects itself.
final class TextTarget: Cancellable, @unchecked Sendable {
  private let interruption = CancellationFlag()
  private let file: OutputFile?
  private let noun: String
  private let name: String
  private var pending: [UInt8] = []

  /// Bytes that are kept before a file is written to.
  private static let bufferedBytes = 64 << 10
  /// A pipe that can be written to has room for as many bytes.
  private static let pieceBytes = 4096
  /// Milliseconds between two looks at whether a pipe that takes nothing is still wanted.
  private static let patience: Int32 = 50

  /// Opens what a name stands for: `-` is standard output.
  ///
  /// - Parameter noun: what the text is called in messages.
  /// - Throws: `AnonymizationError`: see `OutputFile`.
  init(_ noun: String, name: String, replaces: Bool) throws {
    self.noun = noun
    let isPipe = OutputTarget.isPipe(name)
    file = isPipe ? nil : try OutputFile(path: name, replaces: replaces)
    self.name = isPipe ? OutputTarget.pipeName : name
  }

  /// Writes a line; to standard output at once.
  ///
  /// - Throws: `AnonymizationError.Code.failedTransfer`, or `PipelineCancellation`.
  func write(_ line: String) throws {
    pending.append(contentsOf: line.utf8)
    pending.append(UInt8(ascii: "\n"))
    if file == nil || pending.count >= Self.bufferedBytes { try flush() }
  }

  /// Writes out everything that is kept.
  func flush() throws {
    defer { pending.removeAll(keepingCapacity: true) }
    try send(pending)
  }

  /// Writes bytes at once.
  ///
  /// - Throws: as `write`.
  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(file == nil ? Self.pieceBytes : rest.count)
      if file == nil { try waitForRoom() }
      let count = piece.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR && errno != EAGAIN {
        let reason = errno
        throw AnonymizationError(
          AnonymizationError.ofTransfer(reason), path: name, "the \(noun) cannot be written",
          advice: systemAdvice(for: reason), cause: String(cString: strerror(reason)))
      }
    }
  }

  /// Gives a whole file its name; see `OutputFile.publish`.
  func publish(ifWanted isWanted: () throws -> Void) throws {
    try flush()
    try file?.publish(ifWanted: isWanted)
  }

  /// Takes a published file away again, since what it belongs to has failed.
  func retract() { file?.retract() }

  func cancel() { interruption.raise() }

  private var descriptor: Int32 { file?.descriptor ?? STDOUT_FILENO }

  // Whoever reads a pipe may have stopped, and a thread that writes cannot be interrupted.
  private func waitForRoom() throws {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while poll(&request, 1, Self.patience) <= 0 {
      if interruption.isRaised { throw PipelineCancellation() }
    }
  }
}
