/// The place of one compiled network in a cache.
struct NetworkShelf {
  /// A network that lies there: the memory of the whole entry, and which part of it is the network.
  struct Kept {
    let entry: FileContents
    let network: UnsafeRawBufferPointer
  }

  /// The cache that it is in.
  let cache: NetworkCache
  /// What the network depends on.
  let key: NetworkKey

  /// What lies there; `nil` where nothing does that can be trusted.
  func take() -> Kept? {
    guard
      let contents = try? contents(),
      let network = NetworkEntry.network(in: contents.bytes, key: key.text)
    else { return nil }
    return Kept(entry: contents, network: network)
  }

  /// Puts the network there that `export` writes to the path that it is given, in place of what
  /// lies there, and lets go of what has not been used for longest.
  ///
  /// Throws `PrivateFolder.Refusal`, or what `export` throws.
  func put(exportedBy export: (String) throws -> Void) throws {
    let folder = try PrivateFolder(path: cache.folder, creates: true)
    let scratch = try ScratchFile(in: cache.folder)
    try export(scratch.path)
    guard let network = scratch.contents(most: NetworkEntry.mostBytes) else {
      throw PrivateFolder.Refusal(reason: "there is no room for a network")
    }
    try folder.write(NetworkEntry.bytes(of: network.bytes, key: key.text), to: key.fileName)
    folder.prune(suffix: NetworkEntry.suffix, most: NetworkCache.most)
  }

  private func contents() throws -> FileContents? {
    let folder = try PrivateFolder(path: cache.folder, creates: false)
    return folder.contents(of: key.fileName, most: NetworkEntry.mostBytes)
  }
}
