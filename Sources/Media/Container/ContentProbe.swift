import CFFmpeg

/// What the first bytes of a file tell of its kind, whatever it is called.
///
/// Nothing of the file but these bytes is looked at. Source: libavformat's `av_probe_input_format3`.
public enum ContentProbe: Sendable {
  /// No demuxer knows them.
  case nothing
  /// They may be media, or something that happens to look alike.
  case uncertain
  /// They are media that a demuxer knows well.
  case media
  /// They name other files, which hold the media.
  case list

  /// Bytes from which most media can be told; what begins with something else takes `mostBytes`.
  public static let usualBytes = 1 << 16
  /// Bytes beyond which libavformat gives up, too.
  public static let mostBytes = 1 << 20

  /// Demuxers of files that name others.
  private static let lists: Set = ["hls", "concat", "dash", "sdp", "imf"]

  /// What bytes from a file's beginning tell.
  public init(_ bytes: [UInt8]) {
    let padded = bytes + [UInt8](repeating: 0, count: Int(AVPROBE_PADDING_SIZE))
    self = padded.withUnsafeBufferPointer { buffer in
      // libavformat only reads what it is given to look at.
      let start = UnsafeMutablePointer(mutating: buffer.baseAddress)
      return "".withCString { name in
        var data = AVProbeData(
          filename: name, buf: start, buf_size: Int32(bytes.count), mime_type: nil)
        var score: Int32 = 0
        guard !bytes.isEmpty, let format = av_probe_input_format3(&data, 1, &score), score > 0
        else { return .nothing }
        let names = String(cString: format.pointee.name).split(separator: ",").map(String.init)
        if !Self.lists.isDisjoint(with: names) { return .list }
        return score > AVPROBE_SCORE_RETRY ? .media : .uncertain
      }
    }
  }
}
