/// How a run over an archive is told of.
struct ArchiveStyle: Hashable, Sendable {
  /// How progress is shown.
  enum Shown: Hashable, Sendable {
    /// Not at all.
    case none
    /// As one line below the others that is redrawn in place.
    case bar
    /// As a line of the log now and then.
    case lines
    /// As a line of the log every second, for a program that shows it.
    case stream
  }

  /// The form of the lines.
  let format: LogFormat
  /// How progress is shown.
  let progress: Shown

  /// The style for what was asked for and where it goes to.
  ///
  /// - Parameters:
  ///   - isTerminal: whether standard error is a terminal.
  ///   - terminalType: the value of `TERM`; a terminal without one, or a `dumb` one, can't redraw.
  init(
    _ format: LogFormat, _ mode: ProgressMode, _ verbosity: Verbosity, isTerminal: Bool,
    terminalType: String?
  ) {
    self.format = mode == .json ? .json : format
    progress =
      switch ProgressStyle(mode, verbosity, isTerminal: isTerminal, terminalType: terminalType) {
      case .none: .none
      case .bar: format == .json ? .lines : .bar
      case .lines: .lines
      case .json: .stream
      }
  }

  /// When progress is shown in this style; `nil` where it never is.
  var schedule: ProgressSchedule? {
    switch progress {
    case .none: nil
    case .bar: ProgressSchedule(first: 0, interval: 0.1)
    // A file that is done is a line of its own already.
    case .lines: ProgressSchedule(first: 60, interval: 600)
    case .stream: ProgressSchedule(first: 0, interval: 1)
    }
  }
}
