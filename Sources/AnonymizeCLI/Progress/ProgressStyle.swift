/// How progress is shown.
enum ProgressStyle: Hashable, Sendable {
  /// Not at all.
  case none
  /// As one line that is redrawn in place.
  case bar
  /// As plain lines.
  case lines
  /// As JSON Lines.
  case json

  /// The style for what was asked for and where it goes to.
  ///
  /// - Parameters:
  ///   - isTerminal: whether standard error is a terminal.
  ///   - terminalType: the value of `TERM`; a terminal without one, or a `dumb` one, can't redraw.
  init(_ mode: ProgressMode, _ verbosity: Verbosity, isTerminal: Bool, terminalType: String?) {
    switch mode {
    case _ where verbosity == .quiet: self = .none
    case .never: self = .none
    case .json: self = .json
    case .always: self = .bar
    case .auto:
      let redraws = isTerminal && !["", "dumb"].contains(terminalType ?? "")
      self = redraws ? .bar : .lines
    }
  }

  /// When progress is shown in this style; `nil` where it never is.
  var schedule: ProgressSchedule? {
    switch self {
    case .none: nil
    case .bar: ProgressSchedule(first: 0, interval: 0.1)
    case .lines: ProgressSchedule(first: 5, interval: 30)
    case .json: ProgressSchedule(first: 0, interval: 1)
    }
  }
}

/// Picks the moments at which progress is shown.
struct ProgressSchedule: Sendable {
  private let interval: Double
  private var next: Double

  /// Shows progress after `first` seconds, then every `interval` seconds at most.
  init(first: Double, interval: Double) {
    next = first
    self.interval = interval
  }

  /// Whether progress is to be shown at a time in seconds; if so, the next one is put off.
  mutating func isDue(at time: Double) -> Bool {
    guard time >= next else { return false }
    next = time + interval
    return true
  }
}
