import Glibc

/// Standard error as lines, with at most one line below them that is redrawn in place.
///
/// A stream that can't be written to is left alone from then on: what is said there must not decide
/// whether footage is anonymized.
struct Console {
  private static let eraseLine = "\r\u{1B}[K"

  private let descriptor: Int32
  private var status = ""
  private var isBroken = false

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
    isBroken = !StandardStreams.write(text, to: descriptor)
  }
}
