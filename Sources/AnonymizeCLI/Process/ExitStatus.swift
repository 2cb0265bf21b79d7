import Anonymizer
import Glibc

/// What the program tells its caller: the numbers of sysexits.h, and 128 + the signal's number.
struct ExitStatus: RawRepresentable, Hashable, Sendable {
  /// The number, 0...255.
  let rawValue: Int32

  /// A status from its number.
  init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  static let done = ExitStatus(rawValue: EX_OK)
  static let exposedFace = ExitStatus(rawValue: 1)
  static let failedFiles = exposedFace
  static let usage = ExitStatus(rawValue: EX_USAGE)
  static let damagedInput = ExitStatus(rawValue: EX_DATAERR)
  static let missingInput = ExitStatus(rawValue: EX_NOINPUT)
  static let missingRuntime = ExitStatus(rawValue: EX_UNAVAILABLE)
  static let internalFault = ExitStatus(rawValue: EX_SOFTWARE)
  static let uncreatableOutput = ExitStatus(rawValue: EX_CANTCREAT)
  static let failedTransfer = ExitStatus(rawValue: EX_IOERR)
  static let busy = ExitStatus(rawValue: EX_TEMPFAIL)

  /// The status of a run that a signal ended.
  static func interrupted(by signal: Int32) -> ExitStatus {
    ExitStatus(rawValue: 128 + signal)
  }

  /// The status of a run that failed with a code, after a signal if there was one.
  ///
  /// A code that this version doesn't know is an internal fault.
  init(_ code: AnonymizationError.Code, signal: Int32? = nil) {
    self =
      switch code {
      case .exposedFace: .exposedFace
      case .usage: .usage
      case .damagedInput, .noFootage: .damagedInput
      case .missingInput: .missingInput
      case .missingRuntime: .missingRuntime
      case .uncreatableOutput: .uncreatableOutput
      case .failedTransfer, .fullDisk: .failedTransfer
      case .busy: .busy
      case .cancelled: .interrupted(by: signal ?? SIGINT)
      default: .internalFault
      }
  }

  /// Every status with its meaning, in the order of the help text.
  static let meanings: [([ExitStatus], String)] = [
    (
      [.done], "OUTPUT, or the report, is written and whole; no file of an archive failed"
    ),
    (
      [.exposedFace],
      "A verification found a face still shown, or other frames; or some files of an archive failed"
    ),
    ([.usage], "The command line is wrong"),
    (
      [.damagedInput],
      "INPUT or a ledger is damaged, there is no video, or the report doesn't fit"
    ),
    ([.missingInput], "There is no such INPUT, SOURCE, archive or report"),
    ([.missingRuntime], "The model or the inference library is missing"),
    ([.internalFault], "Internal error"),
    ([.uncreatableOutput], "OUTPUT, report or trace can't be created, or exists"),
    ([.failedTransfer], "Reading or writing failed, such as on a full disk"),
    (
      [.busy],
      "OUTPUT or INPUT is being written by another program, or another run holds the archive; "
        + "try later"
    ),
    (
      [SIGHUP, SIGINT, SIGTERM].map(interrupted(by:)),
      "Interrupted by SIGHUP, SIGINT or SIGTERM"
    ),
  ]
}
