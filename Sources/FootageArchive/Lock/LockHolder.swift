#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which process holds a lock, as it has written into the locked file.
struct LockHolder: Hashable, Sendable, CustomStringConvertible {
  var process: Int
  /// When it began to, in whole seconds since 1970.
  var since: Int64
  var host: String

  /// This process, from now on.
  static var current: LockHolder {
    LockHolder(process: Int(getpid()), since: Int64(time(nil)), host: hostName)
  }

  /// The line that says so: numbers in front, since a host's name may be anything.
  var line: String { "\(process) \(since) \(host)\n" }

  init(process: Int, since: Int64, host: String) {
    self.process = process
    self.since = since
    self.host = host
  }

  /// The holder that a line names; `nil` where it is not whole.
  init?(line: [UInt8]) {
    guard line.last == UInt8(ascii: "\n") else { return nil }
    let parts = line.dropLast().split(
      separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let process = Int(String(decoding: parts[0], as: UTF8.self)),
      let since = Int64(String(decoding: parts[1], as: UTF8.self)), !parts[2].isEmpty
    else { return nil }
    self.init(process: process, since: since, host: printable(parts[2]))
  }

  /// The holder in words, its time in this machine's time zone.
  var description: String {
    var seconds = time_t(since)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return "process \(process) on host \(host)" }
    func digits(_ number: Int32, from least: Int32 = 0) -> String {
      let text = String(number + least)
      return text.utf8.count < 2 ? "0" + text : text
    }
    let date = [
      digits(parts.tm_year, from: 1900), digits(parts.tm_mon, from: 1), digits(parts.tm_mday),
    ]
    let clock = [digits(parts.tm_hour), digits(parts.tm_min), digits(parts.tm_sec)]
    return "process \(process) on host \(host)"
      + " since \(date.joined(separator: "-")) \(clock.joined(separator: ":"))"
  }
}

/// This machine's name in its network.
let hostName: String = {
  // POSIX allows 255 bytes, and leaves open whether a name that is cut off has an end.
  var name = [CChar](repeating: 0, count: 256)
  guard gethostname(&name, name.count - 1) == 0 else { return "unknown" }
  let text = printable(name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
  return text.isEmpty ? "unknown" : text
}()
