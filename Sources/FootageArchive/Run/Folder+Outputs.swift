extension Folder {
  /// Whether an output is in its place as it was published: it is the very file, or on file systems
  /// that number files anew, one of the same content.
  ///
  /// - Parameter whereUnknown: what is said of a file of the right size whose output's checksum nobody
  ///   has put down.
  func holds(
    _ output: LedgerEntry.Output, whereUnknown: Bool = false
  ) throws(ArchiveError) -> Bool {
    guard let status = try status(at: output.path), status.kind == .file,
      status.stamp.size == output.size
    else { return false }
    if status.stamp.inode == output.inode { return true }
    guard let checksum = output.checksum else { return whereUnknown }
    return try OpenFile(at: output.path, in: self).checksum() == checksum
  }

  /// Throws where an output can't get a name below this folder: a file is in the place of one of its
  /// folders, a folder in its own, or the folder lies on another file system.
  func checkRoom(for path: RelativePath) throws(ArchiveError) {
    if try status(at: path)?.kind == .folder {
      throw ArchiveError(
        .uncreatable, path: self.path(of: path), "is a folder", advice: "put it elsewhere")
    }
    var next = path.folder
    while let folder = next {
      if let status = try status(at: folder) {
        guard status.kind == .folder else {
          throw ArchiveError(
            .uncreatable, path: self.path(of: folder), "is no folder",
            advice: "put it elsewhere, or remove it with --prune where its source is gone")
        }
        guard status.identity.device == identity.device else {
          throw ArchiveError(
            .uncreatable, path: self.path(of: folder), "lies on another file system",
            advice: "give it an archive of its own")
        }
        return
      }
      next = folder.folder
    }
  }
}
