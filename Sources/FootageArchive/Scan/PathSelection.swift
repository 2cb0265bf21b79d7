/// Which files are taken in by their paths: those that an `--include` pattern matches, all where there
/// is none, but not those that an `--exclude` pattern matches.
struct PathSelection: Hashable, Sendable {
  private let included: [Glob]
  private let excluded: [Glob]

  /// Everything.
  init() {
    included = []
    excluded = []
  }

  /// A selection by patterns as `Glob` has them.
  ///
  /// - Throws: an error of code `usage` where one of them can't be understood.
  init(including: [String], excluding: [String]) throws(ArchiveError) {
    func globs(_ patterns: [String]) throws(ArchiveError) -> [Glob] {
      var globs: [Glob] = []
      for pattern in patterns { globs.append(try Glob(pattern)) }
      return globs
    }
    included = try globs(including)
    excluded = try globs(excluding)
  }

  /// Whether a file is taken in.
  func takes(_ file: RelativePath) -> Bool {
    if included.isEmpty && excluded.isEmpty { return true }
    let path = GlobPath(file)
    return (included.isEmpty || included.contains { $0.matches(path) })
      && !excluded.contains { $0.matches(path) }
  }

  /// Whether any file in a folder may be taken in.
  func enters(_ folder: RelativePath) -> Bool {
    if excluded.isEmpty { return true }
    let path = GlobPath(folder, isFolder: true)
    return !excluded.contains { $0.matches(path) }
  }
}
