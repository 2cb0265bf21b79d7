extension ArchiveSummary {
  /// The exit status that the run deserves: 1 where any file could not be done.
  public var status: Int { failed + unreadable > 0 ? 1 : 0 }
}

extension ArchiveError {
  /// The exit status for it, by the numbers of sysexits.h.
  public var status: Int {
    switch code {
    case .usage: 64
    case .missingSource: 66
    case .missingRuntime: 69
    case .uncreatable: 73
    case .failedTransfer, .fullDisk: 74
    case .busy: 75
    default: 70
    }
  }
}

extension LedgerError {
  /// The exit status for it, likewise.
  public var status: Int {
    switch kind {
    case .corrupt, .notALedger, .newerSchema, .olderSchema: 65
    case .missing: 66
    case .failedTransfer, .fullDisk: 74
    case .busy: 75
    default: 70
    }
  }
}

/// The exit status for what ended a whole run.
func exitStatus(_ error: any Error) -> Int {
  switch error {
  case let error as ArchiveError: error.status
  case let error as LedgerError: error.status
  default: 70
  }
}

/// Exit statuses of failures that no job has told of, likewise.
enum FailureStatus {
  static let noFootage = 65
  static let internalFault = 70
  static let uncreatable = 73
  /// What a shell gives a process that SIGKILL has ended.
  static let killed = 137
}
