import Foundation

/// Does things as somebody whom permissions hold back: root reads everything.
enum Unprivileged {
  private static let isRoot = geteuid() == 0
  private typealias SetUser = @convention(c) @Sendable (uid_t) -> Int32
  // Of this thread alone, and of Linux alone: <sys/fsuid.h>.
  private static let setUser: SetUser? = dlsym(nil, "setfsuid").map {
    unsafeBitCast($0, to: SetUser.self)
  }
  /// Nobody's number on every Linux.
  private static let nobody: uid_t = 65534

  /// Whether it can be done here.
  static let canRun = !isRoot || setUser != nil

  static func run<Value>(_ body: () throws -> Value) rethrows -> Value {
    if isRoot { _ = setUser?(nobody) }
    defer { if isRoot { _ = setUser?(0) } }
    return try body()
  }
}
