/// The value of an option: what it is called, what is accepted, and where it is stored.
struct OptionValue: Sendable {
  /// What help calls it, such as `PIXELS`.
  let placeholder: String
  /// What is accepted, to stand before "is needed" in an error.
  let expectation: String
  /// The bounds as help shows them, if there are any.
  let bounds: String?
  /// Every accepted text, where they are few; otherwise empty.
  let choices: [String]
  /// Whether it is the name of a file, for shells to complete.
  let isFileName: Bool
  /// What holds while nothing is set, such as "all cores"; `nil` where there is nothing to say.
  let unset: String?
  /// Puts the value that a text stands for into the settings; false where it stands for none.
  let store: @Sendable (String, inout Settings) -> Bool
  /// What the settings hold, as it would be written on the command line; empty where nothing is
  /// set.
  let stored: @Sendable (Settings) -> [String]

  /// The default as help shows it.
  var defaultText: String? {
    stored(Settings()).first ?? unset
  }

  /// A value that the settings always have; its choices are its placeholder where it has none.
  init<Value>(
    _ form: ValueForm<Value>, called placeholder: String? = nil,
    at path: any WritableKeyPath<Settings, Value> & Sendable
  ) {
    self.init(
      form, called: placeholder, unset: nil,
      store: { value, settings in settings[keyPath: path] = value },
      stored: { settings in [settings[keyPath: path]] })
  }

  /// A value that the settings may lack.
  init<Value>(
    _ form: ValueForm<Value>, called placeholder: String? = nil,
    at path: any WritableKeyPath<Settings, Value?> & Sendable, unset: String?
  ) {
    self.init(
      form, called: placeholder, unset: unset,
      store: { value, settings in settings[keyPath: path] = value },
      stored: { settings in settings[keyPath: path].map { [$0] } ?? [] })
  }

  /// A value of which the settings have as many as were given.
  init<Value>(
    _ form: ValueForm<Value>, called placeholder: String,
    appendingTo path: any WritableKeyPath<Settings, [Value]> & Sendable
  ) {
    self.init(
      form, called: placeholder, unset: nil,
      store: { value, settings in settings[keyPath: path].append(value) },
      stored: { settings in settings[keyPath: path] })
  }

  private init<Value>(
    _ form: ValueForm<Value>, called placeholder: String?, unset: String?,
    store: @escaping @Sendable (Value, inout Settings) -> Void,
    stored: @escaping @Sendable (Settings) -> [Value]
  ) {
    self.placeholder = placeholder ?? form.choices.joined(separator: "|")
    expectation = form.expectation
    bounds = form.bounds
    choices = form.choices
    isFileName = form.isFileName
    self.unset = unset
    self.store = { text, settings in
      guard let value = form.read(text) else { return false }
      store(value, &settings)
      return true
    }
    self.stored = { stored($0).map(form.write) }
  }
}
