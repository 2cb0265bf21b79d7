import Glibc

/// Standard error as lines, with at most one line below them that is redrawn in place.
///
/// A stream that can't be written to is left alone from then on: what is said there must not decide
/// whether footage is anonymized.
struct Console {
  private static let eraseLine = "\r\u{1B}[K"
  /// What a pipe takes without waiting once it says that it takes something: `PIPE_BUF`.
  private static let pieceBytes = 4096

  private let descriptor: Int32
  private var status = ""
  private var isBroken = false
  /// Milliseconds that a reader gets to take some of a line before it is dropped, with all others that
  /// come while nothing is taken; `nil` waits for ever.
  var patience: Int32?
  /// Lines that were dropped since this was last set to 0.
  var droppedLines = 0
  private var isStalled = false
  private var isCut = false

  /// A console on a descriptor that stays the caller's.
  init(_ descriptor: Int32 = STDERR_FILENO) {
    self.descriptor = descriptor
  }

  /// Whether this is a terminal.
  var isTerminal: Bool {
    isatty(descriptor) == 1
  }

  /// Characters in a line; 80 where that is unknown.
  var columns: Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Whether something can be written without waiting, as it can't to a terminal that is stopped.
  var isReady: Bool {
    !isBroken && StandardStreams.isWritable(descriptor)
  }

  /// Writes a line above the status line; control characters in it are replaced.
  mutating func write(_ line: String) {
    let text = Notation.oneLine(line) + "\n"
    put(status.isEmpty ? text : Self.eraseLine + text + status)
  }

  /// Redraws the status line; an empty one is erased.
  mutating func show(status new: String) {
    guard new != status else { return }
    put(Self.eraseLine + new)
    status = new
  }

  private mutating func put(_ text: String) {
    guard !isBroken else { return }
    guard let patience else {
      isBroken = !StandardStreams.write(text, to: descriptor)
      return
    }
    var rest = Array((isCut ? "\n\(text)" : text).utf8)[...]
    while !rest.isEmpty {
      guard StandardStreams.isWritable(descriptor, within: isStalled ? 0 : patience) else {
        isStalled = true
        droppedLines += 1
        return
      }
      isStalled = false
      let piece = rest.prefix(Self.pieceBytes)
      isBroken = !StandardStreams.write(piece, to: descriptor)
      if isBroken { return }
      rest = rest.dropFirst(piece.count)
      isCut = !rest.isEmpty
    }
  }
}
