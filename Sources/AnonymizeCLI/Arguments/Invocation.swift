/// What a command line asks for.
enum Invocation: Hashable, Sendable {
  /// Anonymize one piece of footage.
  case anonymize(input: String, output: String, Settings)
  /// Find the faces in one piece of footage and report them.
  case inspect(input: String, Settings)
  /// Look for faces that anonymized footage still shows.
  case verify(original: String, anonymized: String, Settings)
  /// Print something on standard output and do nothing else.
  case inform(Request)
}

/// What can be asked for instead of anonymizing.
enum Request: Hashable, Sendable {
  /// The help text.
  case help
  /// The program's version and those of its libraries.
  case version
  /// A completion script.
  case completion(Shell)
}

/// A shell that completion scripts are written for.
enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish
}
