import Dispatch
public import Foundation

/// A terminal with nobody in front of it, for programs that behave differently on one.
///
/// `@unchecked Sendable`: `screen` is only touched on `queue`; everything else is set in `init`.
public final class PseudoTerminal: @unchecked Sendable {
  /// What the terminal has shown, and the end that it is read from.
  private final class Screen {
    let end: FileHandle
    var bytes = Data()

    init(_ end: FileHandle) { self.end = end }

    func drain() {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(end.fileDescriptor, &buffer, buffer.count)
        if count <= 0 { break }
        bytes += buffer[..<count]
      }
    }
  }

  /// The end that a program takes for its terminal.
  public let programEnd: FileHandle
  private let queue = DispatchQueue(label: "anonymize.tests.terminal")
  private let screen: Screen
  private let source: any DispatchSourceRead

  /// Opens a terminal of a size in characters.
  public init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
    // `unlockpt` and `ptsname` are not in the Glibc module; these are the requests that they make:
    // _IOW('T', 0x31, int) and _IOR('T', 0x30, unsigned int).
    let setLock: UInt = 0x4004_5431
    let getNumber: UInt = 0x8004_5430
    let end = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard end >= 0 else { throw Self.lastError }
    let own = FileHandle(fileDescriptor: end, closeOnDealloc: true)
    var locked: Int32 = 0
    var number: UInt32 = 0
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(end, setLock, &locked) == 0, ioctl(end, getNumber, &number) == 0,
      ioctl(end, UInt(TIOCSWINSZ), &size) == 0
    else { throw Self.lastError }
    let program = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard program >= 0 else { throw Self.lastError }
    programEnd = FileHandle(fileDescriptor: program, closeOnDealloc: true)

    // Read as it comes: a program would wait for ever once the terminal's buffer is full.
    screen = Screen(own)
    source = DispatchSource.makeReadSource(fileDescriptor: end, queue: queue)
    source.setEventHandler { [screen] in screen.drain() }
    source.activate()
  }

  deinit {
    source.cancel()
  }

  /// All that programs have written so far, with the terminal's own line ends (`\r\n`).
  public var received: String {
    queue.sync {
      screen.drain()
      return String(decoding: screen.bytes, as: UTF8.self)
    }
  }

  private static var lastError: POSIXError {
    POSIXError(.init(rawValue: errno) ?? .EIO)
  }
}
