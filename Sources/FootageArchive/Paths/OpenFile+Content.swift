import Media

extension OpenFile {
  private static let pieceBytes = 1 << 20

  /// SHA-256 of all that it holds, in hexadecimal digits.
  func checksum() throws(ArchiveError) -> String {
    let digest: SHA256
    do { digest = try SHA256() } catch {
      throw ArchiveError(.internalFault, "no digest can be made", cause: error.message)
    }
    var offset: Int64 = 0
    while true {
      let piece = try bytes(from: offset, most: Self.pieceBytes)
      digest.update(piece)
      offset += Int64(piece.count)
      if piece.count < Self.pieceBytes { return digest.finish() }
    }
  }

  /// What its beginning tells of its kind.
  func probe() throws(ArchiveError) -> ContentProbe {
    let beginning = try bytes(from: 0, most: ContentProbe.usualBytes)
    let probe = ContentProbe(beginning)
    guard probe == .nothing, beginning.count == ContentProbe.usualBytes else { return probe }
    return ContentProbe(try bytes(from: 0, most: ContentProbe.mostBytes))
  }
}

extension ContentProbe {
  /// Why a file of this kind is passed over; `nil` where it is not.
  var reasonToSkip: String? {
    switch self {
    case .nothing: "is no media"
    case .list: "is a list of other files"
    case .uncertain, .media: nil
    }
  }
}
