import Media

/// Where a source file's output lies below the destination.
enum OutputNaming {
  /// The container of files whose own is none that can be written: it holds the most.
  private static let fallback = ".mkv"

  /// The place of an output: that of its source, with an ending added where the name's own stands for
  /// no container that can be written.
  static func output(of source: RelativePath) -> RelativePath {
    let name = source.ending.map { "file.\($0)" } ?? "file"
    if (try? OutputContainer(forFileName: name)) != nil { return source }
    return source.appending(fallback) ?? source
  }
}
