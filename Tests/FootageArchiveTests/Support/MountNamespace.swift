#if os(Linux)
  import Foundation
  import TestSupport

  /// Lets a process of a test mount things that no other process sees.
  enum MountNamespace {
    struct Refused: Error {
      let number = errno
    }

    /// Whether that is allowed here.
    static let canEnter: Bool = {
      let outcome = try? Binary(path: "/usr/bin/env").run(
        ["unshare", "--mount", "mount", "--bind", "/tmp", "/mnt"])
      return outcome?.status == 0
    }()

    // <sched.h>, which the Swift module of glibc does not show.
    private typealias Unshare = @convention(c) @Sendable (Int32) -> Int32
    private static let unshare: Unshare? = dlsym(nil, "unshare").map {
      unsafeBitCast($0, to: Unshare.self)
    }
    private static let newNamespace: Int32 = 0x20000

    /// Gives the calling thread mounts of its own.
    static func enter() throws {
      guard unshare?(newNamespace) == 0 else { throw Refused() }
      // What is mounted from here on stays here.
      try mount("none", "/", UInt(MS_REC) | UInt(MS_PRIVATE))
    }

    /// Shows a folder at another place too.
    static func show(_ folder: String, at place: String) throws {
      try mount(folder, place, UInt(MS_BIND))
    }

    /// Mounts a file system in memory that tells of no limit.
    static func mountMemory(at place: String) throws {
      guard Glibc.mount("none", place, "ramfs", 0, nil) == 0 else { throw Refused() }
    }

    private static func mount(_ source: String, _ target: String, _ flags: UInt) throws {
      guard Glibc.mount(source, target, nil, flags, nil) == 0 else { throw Refused() }
    }
  }
#endif
