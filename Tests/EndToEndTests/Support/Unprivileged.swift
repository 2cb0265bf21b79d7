import Foundation
import TestSupport

/// Runs the program as somebody whom permissions hold back: root reads and writes everything.
enum Unprivileged {
  private static let isRoot = geteuid() == 0
  /// Nobody's number on every Linux.
  private static let nobody = "65534"

  private static func command(_ program: String) -> [String] {
    isRoot
      ? ["setpriv", "--reuid", nobody, "--regid", nobody, "--clear-groups", program] : [program]
  }

  /// Whether the program can be run so: where only root can reach it, it can't.
  static let canRun: Bool = {
    let outcome = try? Binary(path: "/usr/bin/env").run(
      command(Binary.anonymize.url.path) + ["--version"])
    return outcome?.status == 0
  }()

  static func run(_ arguments: [String], in folder: URL) throws -> Outcome {
    try Binary(path: "/usr/bin/env").run(
      command(Binary.anonymize.url.path) + arguments, workingDirectory: folder, timeout: 600)
  }
}
