/// The folder in which one job writes, in the destination's own folder.
struct WorkFolder {
  private let destination: Folder
  private let place: RelativePath
  /// The output as the job leaves it.
  let output: RelativePath
  /// The paths of source and output for the job's command line.
  let arguments: (source: String, output: String)

  /// Makes the folder.
  ///
  /// - Parameters:
  ///   - id: of the file in the ledger.
  ///   - name: that the output will get.
  /// - Throws: `ArchiveError`.
  init(in premises: Premises, for entry: LedgerEntry, id: Int64, name: RelativePath) throws {
    func ending(of path: RelativePath) -> String { path.ending.map { ".\($0)" } ?? "" }
    let folder = "\(ArchiveLayout.work)/\(premises.worker)/\(id)"
    let (sourceName, outputName) = ("source\(ending(of: entry.path))", "output\(ending(of: name))")
    destination = premises.destination
    place = try archivePath(folder)
    output = try archivePath("\(folder)/\(outputName)")
    let path = "\(premises.destinationPath)/\(folder)"
    arguments = ("\(path)/\(sourceName)", "\(path)/\(outputName)")
    destination.removeTree(at: place)
    // The name's ending is a hint of the format to libavformat; the link leads to the very file that
    // has been opened, whatever has come into its place since.
    try destination.folder(at: place, creates: true)
      .makeLink(named: sourceName, to: JobProcess.path(ofFile: 0))
  }

  /// Removes it with all that is in it.
  func remove() { destination.removeTree(at: place) }
}

/// A path of the archive's own making.
func archivePath(_ text: String) throws(ArchiveError) -> RelativePath {
  guard let path = RelativePath(text) else {
    throw ArchiveError(.internalFault, path: text, "is no path in an archive")
  }
  return path
}
