import CFFmpeg

/// Writes packets of several streams into one file: the owner of an output `AVFormatContext`.
///
/// Dispositions and what playback needs beside the packets, such as a rotation, always go through;
/// texts do by a `MetadataPolicy`. Used by one thread at a time.
public final class Muxer {
  private let context: UnsafeMutablePointer<AVFormatContext>
  private var output: UnsafeMutablePointer<AVIOContext>?
  private let container: OutputContainer
  private let policy: MetadataPolicy
  private let pipe: Interruption?
  private var sources: [MediaStream] = []
  // The earliest free place for a frame, by output stream index; of AVI files.
  private var nextPlaces: [Int: Int64] = [:]
  private var filters: [Int: BitstreamFilter] = [:]
  // Whether texts must go into QuickTime's newer list, which takes any name.
  private var needsKeys = false
  // Of the packets that are written, by output stream index.
  private var timeBases: [Rational] = []
  private var converted: Set<Int> = []
  private var copied: Set<Int> = []

  /// Packets that have been written so far, by output stream index.
  public private(set) var packetCounts: [Int] = []

  /// A muxer that writes to an open file or pipe.
  ///
  /// - Parameters:
  ///   - descriptor: open for writing, and for reading too where it is a file; stays the caller's and
  ///     must outlive the muxer.
  ///   - path: the file's name, for formats that read their own output again.
  ///   - pipe: ends waiting for whoever reads the pipe; `nil` where it is a file.
  ///   - policy: which of the source's texts go through.
  public init(
    container: OutputContainer, descriptor: Int32, path: String, pipe: Interruption? = nil,
    policy: MetadataPolicy
  ) throws(MediaError) {
    _ = LibavLog.shared.takeLastError()
    var context: UnsafeMutablePointer<AVFormatContext>?
    let status = avformat_alloc_output_context2(&context, container.format, nil, "file:\(path)")
    guard status >= 0, let allocated = context else {
      throw MediaError(status: status, "cannot be written as \(container.name)")
    }
    guard let output = cffmpeg_open_descriptor(descriptor, 1, pipe?.pointer) else {
      avformat_free_context(context)
      throw MediaError(.internalFault, "no memory for writing")
    }
    allocated.pointee.pb = output
    self.pipe = pipe
    // The same input gives the same bytes, and no name of a program goes into the file.
    allocated.pointee.flags |= AVFMT_FLAG_BITEXACT
    if container.isQuickTimeFamily {
      // Some releases still call FLAC in these files experimental.
      allocated.pointee.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL
    }
    self.context = allocated
    self.output = output
    self.container = container
    self.policy = policy
  }

  deinit {
    avformat_free_context(context)
    cffmpeg_close_descriptor(&output)
  }

  /// Adds a stream for what an encoder will make of a video stream of the input.
  ///
  /// - Returns: the output stream's index; `describe` must follow before the header is written.
  /// - Throws: `MediaError.Code.unencodable` where the container cannot carry the stream's rotation.
  public func addEncoded(_ stream: MediaStream) throws(MediaError) -> Int {
    if stream.orientation != .upright,
      !container.carriesDisplayMatrix || stream.isTurnedByItsPictures
    {
      throw MediaError(
        .unencodable,
        "the footage is rotated on display, which \(container.name) files cannot say")
    }
    let (index, target) = try addStream(like: stream)
    if ["avi", "ogg", "ogv"].contains(container.name), stream.hasConstantRate,
      let rate = stream.frameRate
    {
      // These count frames, and a finer clock would leave most of its ticks empty.
      target.pointee.time_base = rate.inverse.libav
    }
    return index
  }

  /// Says what an encoder makes of a stream that was added by `addEncoded`.
  public func describe(_ index: Int, as coding: EncodedStream) throws(MediaError) {
    guard let target = context.pointee.streams[index], let parameters = target.pointee.codecpar
    else { throw MediaError(.internalFault, "there is no output stream \(index)") }
    try check(
      avcodec_parameters_copy(parameters, coding.parameters.pointer),
      "the encoder's parameters cannot be taken over")
    if sources[index].hasSeparateAlpha, container.carriesSeparateAlpha,
      PixelFormat(AVPixelFormat(parameters.pointee.format)).hasAlpha
    {
      av_dict_set(&target.pointee.metadata, "alpha_mode", "1", 0)
    }
    target.pointee.avg_frame_rate = coding.frameRate.libav
    target.pointee.sample_aspect_ratio = parameters.pointee.sample_aspect_ratio
    // Encoders don't say that pictures are progressive, and know fewer orders than containers.
    let fieldOrder = sources[index].codecParameters.pointer.pointee.field_order
    if fieldOrder != AV_FIELD_UNKNOWN { parameters.pointee.field_order = fieldOrder }
    if parameters.pointee.codec_id == AV_CODEC_ID_HEVC, container.isQuickTimeFamily,
      parameters.pointee.codec_tag == 0
    {
      // Players of one large maker show HEVC only under this tag.
      parameters.pointee.codec_tag = 0x3163_7668  // "hvc1"
    }
    let known = sources[index].sideData
    let found = (coding.metadata?.sideData ?? []).filter { data in
      !known.contains { $0.kind == data.kind }
    }
    for data in known + found {
      guard let bytes = cffmpeg_add_side_data(target, data.kind, data.bytes.count) else {
        throw MediaError(.internalFault, "no memory for a stream's properties")
      }
      data.bytes.withUnsafeBufferPointer { source in
        if let base = source.baseAddress { bytes.update(from: base, count: source.count) }
      }
    }
  }

  /// Adds a stream whose packets are copied from the input.
  ///
  /// - Returns: the output stream's index.
  public func addCopy(of stream: MediaStream) throws(MediaError) -> Int {
    let (index, target) = try addStream(like: stream)
    guard let parameters = target.pointee.codecpar else { return index }
    try check(
      avcodec_parameters_copy(parameters, stream.codecParameters.pointer),
      "a stream's parameters cannot be copied")
    let header = stream.codecParameters.header
    let cleaned = CopiedHeader.cleaned(header, of: stream.codec)
    if cleaned != header {
      _ = try cleaned.withUnsafeBufferPointer { bytes throws(MediaError) in
        try check(
          cffmpeg_set_extradata(parameters, bytes.baseAddress, Int32(bytes.count)),
          "no memory for a stream's header")
      }
    }
    copied.insert(index)
    target.pointee.avg_frame_rate = stream.averageFrameRate.libav
    if ["matroska", "webm"].contains(container.name), parameters.pointee.initial_padding == 0 {
      parameters.pointee.initial_padding = Muxer.delay(of: stream)
    }
    if container.name == "avi", parameters.pointee.codec_id == AV_CODEC_ID_AAC {
      // Else the muxer takes the packets for pieces of one size, and their times are lost.
      parameters.pointee.block_align = 0
    }
    if pipe != nil, container.isQuickTimeFamily, stream.codec == AV_CODEC_ID_AAC,
      parameters.pointee.extradata_size == 0
    {
      // The muxer sees to this by itself only where it does not write fragments.
      filters[index] = try BitstreamFilter("aac_adtstoasc", for: stream)
    }
    let fits = cffmpeg_tag_fits(
      container.format, parameters.pointee.codec_id, parameters.pointee.codec_tag)
    if fits == 0 || container.format.pointee.codec_tag == nil { parameters.pointee.codec_tag = 0 }
    return index
  }

  /// Adds a stream for what a converter makes of a stream of the input.
  ///
  /// - Parameters:
  ///   - coding: what the converter says of its packets.
  ///   - timeBase: seconds per tick of the times on its packets.
  /// - Returns: the output stream's index.
  public func addConverted(
    _ stream: MediaStream, as coding: EncodedStream, timeBase: Rational
  ) throws(MediaError) -> Int {
    let (index, target) = try addStream(like: stream)
    try check(
      avcodec_parameters_copy(target.pointee.codecpar, coding.parameters.pointer),
      "the encoder's parameters cannot be taken over")
    target.pointee.time_base = timeBase.libav
    timeBases[index] = timeBase
    converted.insert(index)
    return index
  }

  /// Says of the footage what the policy lets through of what its own container says.
  public func add(_ metadata: Metadata) {
    let kept = metadata.kept(under: policy, of: .footage)
    needsKeys = !container.hasPlaces(for: kept)
    add(kept, to: &context.pointee.metadata)
  }

  /// Adds a named part of the footage.
  public func add(_ chapter: Chapter) throws(MediaError) {
    try check(
      cffmpeg_add_chapter(
        context, chapter.id, chapter.timeBase.libav, chapter.start, chapter.end, chapter.title),
      "a chapter cannot be added")
  }

  /// Has streams of which nothing comes for long waited for, so that the packets of all of them still
  /// lie in the file as they are due; those of the others are kept meanwhile.
  ///
  /// - Parameter seconds: by how much the others may be ahead; libavformat's own bound is ten.
  public func wait(seconds: Double) {
    context.pointee.max_interleave_delta = Int64(seconds * Double(AV_TIME_BASE))
  }

  /// Writes the container's header; all streams have been added before.
  ///
  /// - Throws: `MediaError`: `failedTransfer` where the file cannot be written, else `unencodable`.
  ///
  /// - Parameter live: whether packets are to be written at once.
  public func writeHeader(live: Bool = false) throws(MediaError) {
    if live { context.pointee.flags |= AVFMT_FLAG_FLUSH_PACKETS }
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    switch container.name {
    case "flv" where pipe != nil:
      av_dict_set(&options, "flvflags", "no_duration_filesize", 0)
    case "mpegts":
      // Times as they are, not moved by the default delay.
      context.pointee.max_delay = 0
      context.pointee.avoid_negative_ts = 0
      av_dict_set(&options, "mpegts_copyts", "1", 0)
    case "mpeg", "vob", "svcd", "dvd", "vcd":
      av_dict_set(&options, "preload", "0", 0)
    case "matroska", "webm":
      // Sound before zero is written as codec delay, so nothing needs to be moved.
      let canStay = sources.enumerated().allSatisfy { index, source in
        source.startTime >= 0 || Muxer.delay(of: source) > 0 || converted.contains(index)
      }
      if canStay {
        context.pointee.avoid_negative_ts = 0
      }
    default:
      if container.isQuickTimeFamily {
        let keys = needsKeys ? "+use_metadata_tags" : ""
        // A pipe cannot be gone back on to put the index in front, so each fragment has its own.
        let layout = pipe == nil ? "+faststart" : "+frag_keyframe+delay_moov+default_base_moof"
        av_dict_set(&options, "movflags", layout + keys, 0)
        // The clock that says how late a track starts: as fine as those of the tracks.
        av_dict_set_int(&options, "movie_timescale", movieTimescale, 0)
      }
    }
    let status = avformat_write_header(context, &options)
    guard status >= 0 else {
      let error = MediaError(status: status, "cannot be written as \(container.name)")
      // Muxers call a copied stream's header that they do not understand by the name of a system's
      // error, too.
      if error.code == .failedTransfer, (output?.pointee.error ?? 0) >= 0 {
        throw MediaError(
          .damaged, "has a stream whose header is damaged", cause: error.cause)
      }
      throw error.code == .failedTransfer
        ? error : MediaError(.unencodable, error.message, cause: error.cause)
    }
  }

  // A clock that is finer than needed makes long durations larger than 32 bits, which old players
  // don't read.
  private var movieTimescale: Int64 {
    let clocks = timeBases.map { Int64($0.denominator) }.filter { $0 > 0 }
    let first = max(1000, clocks.first ?? 1000)
    guard sources.contains(where: { $0.kind == .audio && $0.startTime > 0 }) else { return first }
    let common = clocks.reduce(Int64(1)) { common, clock in
      var (a, b) = (common, clock)
      while b != 0 { (a, b) = (b, a % b) }
      return min(common / a * clock, 1 << 40)
    }
    return common >= 1000 && common < 1 << 27 ? common : first
  }

  /// Writes one packet to an output stream, interleaved with the others by decoding time.
  ///
  /// - Parameters:
  ///   - packet: with times in the time base of the stream that the output stream was added for, or
  ///     of its converter.
  ///   - stream: index of the output stream.
  /// - Throws: `MediaError.Code.failedTransfer` where the file cannot be written.
  public func write(_ packet: consuming Packet, to stream: Int) throws(MediaError) {
    guard let target = context.pointee.streams[stream] else {
      throw MediaError(.internalFault, "there is no output stream \(stream)")
    }
    if copied.contains(stream) { cffmpeg_keep_playback_side_data(packet.pointer) }
    try filters[stream]?.filter(packet)
    packet.pointer.pointee.stream_index = Int32(stream)
    packet.pointer.pointee.pos = -1
    av_packet_rescale_ts(
      packet.pointer, timeBases[stream].libav, target.pointee.time_base)
    if cffmpeg_moves_opus != 0, ["matroska", "webm"].contains(container.name),
      let parameters = target.pointee.codecpar, parameters.pointee.codec_id == AV_CODEC_ID_OPUS
    {
      let delay = Rational(1, parameters.pointee.sample_rate).rescale(
        Int64(parameters.pointee.initial_padding), to: Rational(target.pointee.time_base))
      if packet.presentationTime != nil { packet.pointer.pointee.pts += delay }
      if packet.decodingTime != nil { packet.pointer.pointee.dts += delay }
    }
    if container.name == "avi", sources[stream].kind == .video, let time = packet.decodingTime {
      if packetCounts[stream] == 0, time > 0 { try writeEmptyPacket(to: stream) }
      // A clock of whole frames may put two frames of one moment's difference into one place.
      let place = max(time, nextPlaces[stream] ?? time)
      packet.move(by: place - time)
      nextPlaces[stream] = place + 1
    }
    let status = av_interleaved_write_frame(context, packet.pointer)
    if status == cffmpeg_error_invalid_argument {
      throw MediaError(
        .damaged, "has times that a \(container.name) file cannot hold",
        cause: LibavLog.shared.takeLastError())
    }
    try check(status, "cannot be written")
    packetCounts[stream] += 1
  }

  // AVI has no times, only places, and its muxer leaves places empty only after a first packet.
  private func writeEmptyPacket(to stream: Int) throws(MediaError) {
    let packet = try Packet()
    try check(av_new_packet(packet.pointer, 0), "no memory for a packet")
    packet.pointer.pointee.stream_index = Int32(stream)
    packet.pointer.pointee.dts = 0
    packet.pointer.pointee.pts = 0
    packet.pointer.pointee.duration = 1
    try check(av_interleaved_write_frame(context, packet.pointer), "cannot be written")
  }

  /// Writes what is held back and the trailer, and hands everything to the operating system.
  ///
  /// - Throws: `MediaError.Code.failedTransfer` where any byte could not be written.
  public func finish() throws(MediaError) {
    try check(av_write_trailer(context), "cannot be finished")
    if let output {
      avio_flush(output)
      try check(output.pointee.error, "cannot be written")
    }
  }

  private func add(_ metadata: Metadata, to dictionary: inout OpaquePointer?) {
    for tag in metadata.tags { av_dict_set(&dictionary, tag.name, tag.value, 0) }
  }

  /// Samples of sound that lie before time zero, for the decoder to warm up and drop.
  private static func delay(of stream: MediaStream) -> Int32 {
    guard stream.kind == .audio, stream.startTime < 0, stream.startTime > -60 else { return 0 }
    let rate = Double(stream.codecParameters.pointer.pointee.sample_rate)
    return Int32(clamping: Int((-stream.startTime * rate).rounded()))
  }

  private func addStream(
    like stream: MediaStream
  ) throws(MediaError) -> (index: Int, stream: UnsafeMutablePointer<AVStream>) {
    guard let target = avformat_new_stream(context, nil) else {
      throw MediaError(.internalFault, "no memory for a stream")
    }
    target.pointee.time_base = stream.timeBase.libav
    target.pointee.disposition = stream.disposition
    let subject: Metadata.Subject = stream.kind == .attachment ? .attachment : .stream
    add(stream.metadata.kept(under: policy, of: subject), to: &target.pointee.metadata)
    sources.append(stream)
    timeBases.append(stream.timeBase)
    packetCounts.append(0)
    return (Int(target.pointee.index), target)
  }
}
