/// One row of the option table: what parsing, help and completions know of an option.
struct Option: Sendable {
  /// A heading in the help text.
  enum Group: String, CaseIterable, Sendable {
    case cover = "Cover"
    case finding = "Finding faces"
    case output = "Output"
    case input = "Input"
    case running = "Running"
    case archive = "Archive"
    case information = "Information"
  }

  /// What an option has to do with the job of one file: each has to decide.
  enum Bearing: Sendable {
    /// It changes what the output is like, so that one made with another value is out of date.
    case result
    /// It changes how the job works, and the output is as good with another value.
    case work
    /// Neither.
    case none
  }

  /// What the option does to the settings.
  enum Effect: Sendable {
    /// Changes them without a value.
    case flag(@Sendable (inout Settings) -> Void)
    /// Changes them by the value that follows.
    case value(OptionValue)
  }

  /// The long name with its dashes, such as `--quiet`.
  let name: String
  /// The letter behind a single dash, if there is one.
  let letter: Character?
  /// Where help lists it.
  let group: Group
  /// What it has to do with the job of one file.
  let bearing: Bearing
  /// What it is for, in a few words without bounds, default and full stop.
  let summary: String
  /// What it does.
  let effect: Effect

  /// The value that it takes, if it takes one.
  var value: OptionValue? {
    if case .value(let value) = effect { value } else { nil }
  }

  /// Its part of a command line that gives the settings again, an argument for each value; empty
  /// where they have none, and where a flag of its would change them.
  func arguments(of settings: Settings) -> [String] {
    switch effect {
    case .flag(let change):
      var changed = settings
      change(&changed)
      return changed == settings ? [name] : []
    case .value(let value):
      return value.stored(settings).map { "\(name)=\($0)" }
    }
  }

  /// The option and its value as usage lines call them, such as `--scale PIXELS`.
  var label: String {
    value.map { "\(name) \($0.placeholder)" } ?? name
  }

  /// The option and its value as errors call them, such as `--scale <pixels>`.
  var signature: String {
    value.map { "\(name) <\($0.placeholder.lowercased())>" } ?? name
  }

  /// An option without a value.
  init(
    _ name: String, letter: Character? = nil, _ group: Group, _ bearing: Bearing, _ summary: String,
    flag: @escaping @Sendable (inout Settings) -> Void
  ) {
    self.name = name
    self.letter = letter
    self.group = group
    self.bearing = bearing
    self.summary = summary
    effect = .flag(flag)
  }

  /// An option with a value.
  init(_ name: String, _ value: OptionValue, _ group: Group, _ bearing: Bearing, _ summary: String)
  {
    self.name = name
    letter = nil
    self.group = group
    self.bearing = bearing
    self.summary = summary
    effect = .value(value)
  }
}
