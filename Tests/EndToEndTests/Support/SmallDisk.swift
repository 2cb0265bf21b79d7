import Foundation
import TestSupport

/// A disk in memory that is soon full; only root can make one.
final class SmallDisk {
  /// It can't be mounted.
  struct Refusal: Error {
    let reason: String
  }

  private let folder: TemporaryFolder

  /// Whether this process may mount one; not even root may everywhere.
  static let canBeMade = geteuid() == 0 && (try? SmallDisk(kibibytes: 4)) != nil

  init(kibibytes: Int) throws {
    folder = try TemporaryFolder()
    let outcome = try Binary(path: "/usr/bin/env").run(
      ["mount", "-t", "tmpfs", "-o", "size=\(kibibytes)k", "tmpfs", folder.url.path])
    guard outcome.status == 0 else {
      throw Refusal(reason: outcome.standardError)
    }
  }

  deinit {
    _ = try? Binary(path: "/usr/bin/env").run(["umount", folder.url.path])
  }

  func path(_ name: String) -> String { folder.path(name) }

  var names: [String] {
    get throws { try folder.names }
  }
}
