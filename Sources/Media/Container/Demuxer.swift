import CFFmpeg

/// Reads packets from a file: the owner of an input `AVFormatContext`.
///
/// Used by one thread at a time.
public final class Demuxer {
  private let context: UnsafeMutablePointer<AVFormatContext>
  private var input: UnsafeMutablePointer<AVIOContext>?
  private let file: InputFile

  /// What the container says of its streams, in its own order.
  public let streams: [MediaStream]

  /// The container's chapters.
  public let chapters: [Chapter]

  /// When the footage was made, in the container's own words; `nil` where it does not say.
  public let creationTime: String?

  /// Packets that have been read so far, by stream index.
  public private(set) var packetCounts: [Int]

  /// Opens a regular file for reading and finds its streams.
  ///
  /// - Throws: `MediaError`: `failedTransfer` with the POSIX error where the file can't be opened or
  ///   read, `damaged` or `unsupported` where it is not media that libav knows.
  public init(path: String) throws(MediaError) {
    _ = LibavLog.shared.takeLastError()
    let file = try InputFile(path: path)
    var input = cffmpeg_open_descriptor(file.descriptor, 0)
    var context = avformat_alloc_context()
    func release() {
      avformat_close_input(&context)
      cffmpeg_close_descriptor(&input)
    }
    guard context != nil, input != nil else {
      release()
      throw MediaError(.internalFault, "no memory")
    }
    context?.pointee.pb = input
    // Streams may begin late where the container has no list of them.
    context?.pointee.probesize = 32 << 20
    context?.pointee.max_analyze_duration = 20 * Int64(AV_TIME_BASE)
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    // A playlist must not make this read other files or the network.
    av_dict_set(&options, "protocol_whitelist", "none", 0)
    // The name is a hint for formats that cannot be told by their content alone.
    var status = avformat_open_input(&context, path, nil, &options)
    if status >= 0 { status = avformat_find_stream_info(context, nil) }
    guard status >= 0, let opened = context else {
      var error = MediaError(status: status, "is not media that can be read")
      // What demuxers say of content that they do not like; they call it a failure of the disk, too.
      let hasRead = input.map { $0.pointee.error >= 0 || $0.pointee.error == cffmpeg_error_end }
      if status == cffmpeg_error_invalid_argument
        || error.code == .failedTransfer && hasRead == true
      {
        error = error.as(.damaged)
      }
      release()
      throw error
    }
    var streams: [MediaStream] = []
    for index in 0..<Int(opened.pointee.nb_streams) {
      guard let stream = opened.pointee.streams[index] else { continue }
      do throws(MediaError) {
        streams.append(try MediaStream(stream, of: opened))
      } catch {
        release()
        throw error
      }
    }
    chapters = (0..<Int(opened.pointee.nb_chapters)).compactMap { index in
      opened.pointee.chapters[index].map { chapter in
        Chapter(
          id: Int64(chapter.pointee.id), timeBase: Rational(chapter.pointee.time_base),
          start: chapter.pointee.start, end: chapter.pointee.end,
          title: metadata(named: "title", in: chapter.pointee.metadata))
      }
    }
    creationTime = metadata(named: "creation_time", in: opened.pointee.metadata)
    self.context = opened
    self.input = input
    self.file = file
    self.streams = streams
    packetCounts = Array(repeating: 0, count: streams.count)
    LibavLog.shared.watch(opened)
  }

  deinit {
    LibavLog.shared.unwatch(context)
    var owned: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&owned)
    cffmpeg_close_descriptor(&input)
  }

  /// libavformat's name of the container, such as `mov,mp4,m4a,3gp,3g2,mj2`.
  public var formatName: String { String(cString: context.pointee.iformat.pointee.name) }

  /// Leaves the packets of a stream unread from now on.
  public func discard(_ stream: MediaStream) {
    context.pointee.streams[stream.index]?.pointee.discard = AVDISCARD_ALL
  }

  /// Reads the next packet of any stream; `nil` at the end of the input.
  ///
  /// - Throws: `MediaError` where reading fails, or `damaged` where the packet is not whole or the
  ///   input ends before the container says it should.
  public func read() throws(MediaError) -> Packet? {
    let packet = try Packet()
    let status = av_read_frame(context, packet.pointer)
    if status == cffmpeg_error_end {
      try checkEnd()
      return nil
    }
    try check(status, "cannot be read to its end")
    if packet.isDamaged {
      throw MediaError(
        .damaged, "is damaged: a packet of stream \(packet.streamIndex) is incomplete",
        cause: LibavLog.shared.takeLastError())
    }
    guard packetCounts.indices.contains(packet.streamIndex) else {
      throw MediaError(
        .damaged, "has a stream that only appears after its beginning, which is not supported")
    }
    // No footage lasts so long; what is beyond would overflow in conversions.
    let latest = Int64(1) << 56
    for time in [packet.presentationTime, packet.decodingTime, packet.duration] {
      guard let time, time > latest || time < -latest else { continue }
      throw MediaError(.damaged, "is damaged: a packet's time is out of all bounds")
    }
    packetCounts[packet.streamIndex] += 1
    return packet
  }

  private func checkEnd() throws(MediaError) {
    if let error = context.pointee.pb?.pointee.error, error < 0, error != cffmpeg_error_end {
      throw MediaError(status: error, "cannot be read to its end")
    }
    // Some demuxers take missing data for the end and only log it.
    if let line = LibavLog.shared.error(of: context) {
      throw MediaError(.damaged, "is damaged or cut short", cause: line)
    }
    if file.hasChanged {
      throw MediaError(.changing, "is being written at the same time")
    }
    if file.isCutShort(as: formatName) {
      throw MediaError(.damaged, "is cut short: its last bytes are missing")
    }
    // These demuxers hold an index of every packet, whether its bytes are there or not.
    guard formatName.hasPrefix("mov") else { return }
    for stream in streams where stream.kind != .attachedPicture {
      guard let pointer = context.pointee.streams[stream.index],
        pointer.pointee.discard.rawValue < AVDISCARD_ALL.rawValue
      else { continue }
      let indexed = Int(avformat_index_get_entries_count(pointer))
      if packetCounts[stream.index] < indexed {
        throw MediaError(
          .damaged,
          "is cut short: stream \(stream.index) has \(packetCounts[stream.index]) of \(indexed) packets"
        )
      }
    }
  }
}
