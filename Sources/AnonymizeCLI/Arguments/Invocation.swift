/// What a command line asks for.
enum Invocation: Hashable, Sendable {
  /// Anonymize one piece of footage.
  case anonymize(input: String, output: String, Settings)
  /// Find the faces in one piece of footage and report them.
  case inspect(input: String, Settings)
  /// Look for faces that anonymized footage still shows.
  case verify(original: String, anonymized: String, Settings)
  /// Anonymize what is new or changed in a folder.
  case archive(source: String, destination: String, Settings)
  /// List what is to be done of an archive, for several runs at the same time.
  case archivePlan(source: String, destination: String, Settings)
  /// Make the ledger of an archive again.
  case archiveRepair(source: String, destination: String, Settings)
  /// Print how an archive is.
  case archiveStatus(destination: String, Settings)
  /// Write a page about an archive to a file, `-` for standard output.
  case archiveReport(destination: String, page: String, Settings)
  /// Print something on standard output and do nothing else.
  case inform(Request)
}

/// What can be asked for instead of anonymizing.
enum Request: Hashable, Sendable {
  /// The help text.
  case help
  /// The program's version and those of its libraries.
  case version
  /// The manual page.
  case manual
  /// A completion script.
  case completion(Shell)
}

/// A shell that completion scripts are written for.
enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish
}
