import CFFmpeg

/// Makes text subtitles that a container can hold out of those that it cannot: the owner of a
/// decoder and an encoder.
///
/// Texts keep their times. Where the container shows one text at a time, those that overlap are put
/// into one for as long as they do.
final class SubtitleConverter: StreamConverter {
  private let decoder: CodecContext
  private let encoder: CodecContext
  private let streamIndex: Int
  // `nil` where texts may overlap.
  private var timeline: SubtitleTimeline?
  // libavcodec's encoders of text want room beforehand; no text is longer than this.
  private static let capacity = 1 << 20
  private var buffer = [UInt8](repeating: 0, count: capacity)

  let timeBase: Rational

  /// Opens decoder and encoder.
  ///
  /// - Throws: `MediaError`: `unsupported` where the subtitles are no text that libavcodec decodes,
  ///   `unencodable` where the container holds no text that libavcodec encodes.
  init(for stream: MediaStream, container: OutputContainer) throws(MediaError) {
    guard let descriptor = avcodec_descriptor_get(stream.codec),
      descriptor.pointee.props & AV_CODEC_PROP_TEXT_SUB != 0,
      // Captions of broadcasts come letter by letter.
      stream.codec != AV_CODEC_ID_EIA_608
    else { throw MediaError(.unsupported, "\(stream.codecName) subtitles are no text") }
    guard let coding = SubtitleConverter.coding(for: container), container.holds(coding),
      let codec = avcodec_find_encoder(coding)
    else { throw MediaError(.unencodable, "\(container.name) files hold no text subtitles") }
    decoder = try CodecContext.decoder(for: stream)
    encoder = try CodecContext(UnsafePointer(codec))
    streamIndex = stream.index
    timeBase = stream.timeBase
    timeline = coding == AV_CODEC_ID_MOV_TEXT ? SubtitleTimeline() : nil
    let (source, target) = (decoder.pointer, encoder.pointer)
    target.pointee.time_base = timeBase.libav
    // The styles that decoded texts refer to; ends in a zero, which is not counted.
    if let header = source.pointee.subtitle_header {
      let size = Int(source.pointee.subtitle_header_size)
      let copy = try allocated(av_mallocz(size + 1), "subtitles")
      copy.copyMemory(from: header, byteCount: size)
      target.pointee.subtitle_header = copy.assumingMemoryBound(to: UInt8.self)
      target.pointee.subtitle_header_size = Int32(size)
    }
    guard avcodec_open2(target, codec, nil) >= 0 else {
      throw MediaError(
        .unencodable, "cannot encode \(String(cString: codec.pointee.name))",
        cause: LibavLog.shared.takeLastError())
    }
  }

  var codecName: String { encoder.codecName }

  func describe() throws -> EncodedStream {
    EncodedStream(
      parameters: try CodecParameters(of: encoder.pointer), frameRate: Rational(0, 1))
  }

  func convert(
    _ packet: borrowing Packet, into body: (consuming Packet) throws -> Void
  ) throws {
    var subtitle = AVSubtitle()
    var isThere: Int32 = 0
    let status = avcodec_decode_subtitle2(
      decoder.pointer, &subtitle, &isThere, packet.pointer)
    defer { avsubtitle_free(&subtitle) }
    try check(status, "is damaged: a subtitle of stream \(streamIndex) cannot be decoded")
    let texts = (0..<Int(subtitle.num_rects)).compactMap { index in
      subtitle.rects[index]?.pointee.ass.map { String(cString: $0) }
    }
    // In some containers a text is ended by an empty one.
    guard isThere != 0, texts.contains(where: { !SubtitleConverter.text(of: $0).isEmpty }) else {
      return
    }
    guard let start = packet.presentationTime else {
      throw MediaError(.damaged, "has a subtitle without a time in stream \(streamIndex)")
    }
    let event = SubtitleTimeline.Event(
      start: start, end: packet.duration > 0 ? start + packet.duration : nil, texts: texts)
    for settled in timeline?.add(event) ?? [event] { try encode(settled, into: body) }
  }

  func finish(into body: (consuming Packet) throws -> Void) throws {
    for settled in timeline?.finish() ?? [] { try encode(settled, into: body) }
  }

  private static func coding(for container: OutputContainer) -> AVCodecID? {
    if container.isQuickTimeFamily { return AV_CODEC_ID_MOV_TEXT }
    return switch container.name {
    case "webm": AV_CODEC_ID_WEBVTT
    case "matroska": AV_CODEC_ID_SUBRIP
    default: nil
    }
  }

  // Decoded text is a line of Advanced SubStation Alpha, whose ninth and last field is the text.
  private static func text(of line: String) -> Substring {
    let fields = line.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
    return fields.count == 9 ? fields[8] : Substring(line)
  }

  private func encode(
    _ event: SubtitleTimeline.Event, into body: (consuming Packet) throws -> Void
  ) throws {
    let size = try encode(
      event.texts.enumerated().map { index, line in
        let text = SubtitleConverter.text(of: line)
        return index == 0 ? line : line[..<text.startIndex] + "\\N" + text
      })
    let packet = try Packet()
    try check(av_new_packet(packet.pointer, size), "no memory for a packet")
    packet.pointer.pointee.data.update(from: buffer, count: Int(size))
    packet.pointer.pointee.pts = event.start
    packet.pointer.pointee.dts = event.start
    packet.pointer.pointee.duration = event.end.map { $0 - event.start } ?? 0
    packet.pointer.pointee.flags = AV_PKT_FLAG_KEY
    try body(packet)
  }

  // Returns how many bytes of the buffer the lines take.
  private func encode(_ lines: [String]) throws(MediaError) -> Int32 {
    var rectangles = lines.map { line in
      var rectangle = AVSubtitleRect()
      rectangle.type = SUBTITLE_ASS
      rectangle.ass = av_strdup(line)
      return rectangle
    }
    defer { for rectangle in rectangles { av_free(rectangle.ass) } }
    let status = rectangles.withUnsafeMutableBufferPointer { rectangles in
      var pointers = rectangles.indices.map { index in
        rectangles.baseAddress.map { $0 + index }
      }
      return pointers.withUnsafeMutableBufferPointer { pointers in
        var subtitle = AVSubtitle()
        subtitle.format = 1
        subtitle.num_rects = UInt32(pointers.count)
        subtitle.rects = pointers.baseAddress
        return avcodec_encode_subtitle(
          encoder.pointer, &buffer, Int32(SubtitleConverter.capacity), &subtitle)
      }
    }
    return try check(status, "a subtitle of stream \(streamIndex) cannot be encoded")
  }
}
