/// The packets of a file's first video stream in decoding order, as `ffprobe` lists them.
struct CodedPictures {
  struct Picture {
    /// Presentation time in ticks.
    let ticks: Int64
    /// Presentation time in seconds, as `ffprobe` writes it.
    let time: String
    let hash: String
  }

  /// The pictures from each key picture up to the next.
  private(set) var groups: [[Picture]] = []

  init(ofFile path: String, folder: String) throws {
    let list = "\(folder)/packets.csv"
    _ = try run(
      "ffprobe",
      ["-v", "error", "-select_streams", "V:0", "-show_data_hash", "SHA256", "-of", "csv=p=0"]
        + ["-show_entries", "packet=pts,pts_time,flags,data_hash", path], log: list)
    for line in try String(contentsOfFile: list, encoding: .utf8).split(whereSeparator: \.isNewline)
    {
      let fields = line.split(separator: ",").map(String.init)
      guard fields.count >= 4, let ticks = Int64(fields[0]) else {
        throw Failure(message: "\(path): ffprobe says '\(line)' of a packet")
      }
      let picture = Picture(ticks: ticks, time: fields[1], hash: fields[3])
      if fields[2].hasPrefix("K") || groups.isEmpty { groups.append([]) }
      groups[groups.count - 1].append(picture)
    }
  }

  /// Whether a group of another file is here bit for bit and at the same times, for each of its
  /// groups.
  func have(groupsOf other: CodedPictures) -> [Bool] {
    let hashes = Dictionary(
      groups.joined().map { ($0.time, $0.hash) }, uniquingKeysWith: { first, _ in first })
    return other.groups.map { $0.allSatisfy { hashes[$0.time] == $0.hash } }
  }
}
