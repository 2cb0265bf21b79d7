extension LedgerEntry {
  /// The columns of the table `files` but for `id`, in the order of `values`.
  static let columns = [
    "path", "size", "modified", "inode", "checksum", "state", "attempts", "seen", "started",
    "finished", "fingerprint", "output_path", "output_size", "output_inode", "output_checksum",
    "frames", "tracks", "footage_time", "elapsed", "failure_status", "failure_reason", "worker",
    "turn",
  ]

  /// What begins each query that `init(from:)` reads the rows of.
  static let selection = "SELECT id, \(columns.joined(separator: ", ")) FROM files"

  /// What stands in `columns`.
  var values: [SQLValue] {
    [
      .blob(path.bytes), .integer(stamp.size), .integer(stamp.modified), .integer(stamp.inode),
      SQLValue(checksum), .text(state.rawValue), SQLValue(attempts), .real(seen), SQLValue(started),
      SQLValue(finished), SQLValue(fingerprint), SQLValue(output?.path.bytes),
      SQLValue(output?.size), SQLValue(output?.inode), SQLValue(output?.checksum),
      SQLValue(findings?.frames), SQLValue(findings?.tracks), SQLValue(findings?.footageTime),
      SQLValue(findings?.elapsed), SQLValue(failure?.status), SQLValue(failure?.reason),
      SQLValue(worker), SQLValue(turn),
    ]
  }

  /// Reads a row of `selection`.
  init(from row: inout RowCursor) throws(LedgerError) {
    let id = try row.integer()
    let path = try row.relativePath()
    let stamp = FileStamp(
      size: try row.integer(), modified: try row.integer(), inode: try row.integer())
    let checksum = try row.textIfAny()
    let state = try State(from: &row)
    let attempts = Int(try row.integer())
    self.init(path: path, stamp: stamp, seen: try row.real())
    self.id = id
    self.checksum = checksum
    self.state = state
    self.attempts = attempts
    started = try row.realIfAny()
    finished = try row.realIfAny()
    fingerprint = try row.textIfAny()
    output = try Output(from: &row)
    findings = try Findings(from: &row)
    failure = try Failure(from: &row)
    worker = try row.textIfAny()
    turn = try row.integerIfAny().map { Int($0) }
  }
}

extension LedgerEntry.Output {
  fileprivate init?(from row: inout RowCursor) throws(LedgerError) {
    let bytes = try row.blobIfAny()
    let size = try row.integerIfAny()
    let inode = try row.integerIfAny()
    let checksum = try row.textIfAny()
    guard let bytes else { return nil }
    guard let path = RelativePath(bytes: bytes), let size, let inode else { throw row.damage() }
    self.init(path: path, size: size, inode: inode, checksum: checksum)
  }
}

extension LedgerEntry.Findings {
  fileprivate init?(from row: inout RowCursor) throws(LedgerError) {
    let frames = try row.integerIfAny()
    let tracks = try row.integerIfAny()
    let footageTime = try row.realIfAny()
    let elapsed = try row.realIfAny()
    guard let frames else { return nil }
    guard let tracks, let footageTime, let elapsed else { throw row.damage() }
    self.init(
      frames: Int(frames), tracks: Int(tracks), footageTime: footageTime, elapsed: elapsed)
  }
}

extension LedgerEntry.Failure {
  fileprivate init?(from row: inout RowCursor) throws(LedgerError) {
    let status = try row.integerIfAny()
    let reason = try row.textIfAny()
    guard let status else { return nil }
    guard let reason else { throw row.damage() }
    self.init(status: Int(status), reason: reason)
  }
}
