/// What lies where in a destination's own folder.
enum ArchiveLayout {
  /// The folder's name; hidden, so that no scan takes it in.
  static let folder = ".anonymize"
  static let ledger = "\(folder)/ledger.sqlite"
  static let lock = "\(folder)/lock"
  /// A lock for each run that is going on, by its name.
  static let workers = "\(folder)/workers"
  /// What jobs write until it is published, in a folder for each run by its name.
  static let work = "\(folder)/work"
}
