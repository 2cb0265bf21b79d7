import CFFmpeg
import Glibc

/// Reads packets from an input: the owner of an input `AVFormatContext`.
///
/// Used by one thread at a time.
public final class Demuxer {
  private let context: UnsafeMutablePointer<AVFormatContext>
  private var input: UnsafeMutablePointer<AVIOContext>?
  // Set where the input is a file, which can be looked at from the side.
  private let file: InputFile?
  private let source: InputSource
  private let interruption: Interruption
  private let passesDamage: Bool
  // Packets that were read in advance, to be handed out before others.
  private var held: [UnsafeMutablePointer<AVPacket>] = []
  // What ended the reading in advance, to be told once those packets are handed out.
  private var heldFailure: MediaError?

  /// What the container says of its streams, in its own order.
  public private(set) var streams: [MediaStream]

  /// The container's chapters.
  public let chapters: [Chapter]

  /// The container's texts about the footage.
  public let metadata: Metadata

  /// Whether the input comes as it happens, with no end in sight: its times begin at zero then.
  public let isLive: Bool

  /// Packets that have been read so far, by stream index.
  public private(set) var packetCounts: [Int]

  /// What was found to be damaged or missing and was passed over.
  public private(set) var damage: [MediaError] = []

  private var isAtEnd = false
  // Microseconds that are taken off all times.
  private let origin: Int64

  /// Seconds after which an input that sends nothing is given up.
  static let patience: Int64 = 60

  /// Opens a regular file for reading and finds its streams; see below.
  public convenience init(path: String) throws(MediaError) {
    try self.init(source: .file(path))
  }

  /// Opens an input for reading and finds its streams.
  ///
  /// - Parameters:
  ///   - format: libavformat's name of the demuxer; `nil` finds it by the content.
  ///   - options: private options of the demuxer or protocol.
  ///   - passesDamage: whether damaged packets are handed out, and missing ones passed over.
  ///   - interruption: ends waiting for an input that is not a file.
  /// - Throws: `MediaError`: `failedTransfer` with the POSIX error where the input can't be opened or
  ///   read, `damaged` or `unsupported` where it is not media that libav knows, `unknownName` where
  ///   there is no such demuxer or protocol, `cancelled`.
  public init(
    source: InputSource, format: String? = nil, options settings: [LibavOption] = [],
    passesDamage: Bool = false, interruption: Interruption = Interruption()
  ) throws(MediaError) {
    _ = LibavLog.shared.takeLastError()
    let demuxer = try format.map { name throws(MediaError) in
      try InputSource.demuxer(named: name)
    }
    var file: InputFile?
    var input: UnsafeMutablePointer<AVIOContext>?
    switch source {
    case .file(let path):
      let opened = try InputFile(path: path)
      input = cffmpeg_open_descriptor(opened.descriptor, 0, nil)
      file = opened
    case .standardInput:
      input = cffmpeg_open_descriptor(STDIN_FILENO, 0, interruption.pointer)
    case .url, .device:
      break
    }
    var context = avformat_alloc_context()
    func release() {
      avformat_close_input(&context)
      cffmpeg_close_descriptor(&input)
    }
    guard context != nil, input != nil || source.address != nil else {
      release()
      throw MediaError(.internalFault, "no memory")
    }
    if let context { cffmpeg_set_interruption(context, interruption.pointer) }
    if input != nil { context?.pointee.pb = input }
    if file != nil {
      // Streams may begin late where the container has no list of them.
      context?.pointee.probesize = 32 << 20
      context?.pointee.max_analyze_duration = 20 * Int64(AV_TIME_BASE)
    }
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    if let protocols = source.protocols {
      av_dict_set(&options, "protocol_whitelist", protocols, 0)
    }
    for option in settings { av_dict_set(&options, option.name, option.value, 0) }
    // The name is a hint for formats that cannot be told by their content alone.
    let name: String? = if case .file(let path) = source { path } else { source.address }
    Demuxer.allow(source, interruption)
    var status = avformat_open_input(&context, name, demuxer, &options)
    if status >= 0,
      let unused = settings.first(where: { av_dict_get(options, $0.name, nil, 0) != nil })
    {
      release()
      throw MediaError(.unknownName, "the input has no option '\(unused.name)'")
    }
    Demuxer.allow(source, interruption)
    if status >= 0 { status = avformat_find_stream_info(context, nil) }
    guard status >= 0, let opened = context else {
      var error = MediaError(
        status: status,
        cffmpeg_errno(status) > 0 && file == nil
          ? "cannot be opened" : "is not media that can be read")
      // What demuxers say of content that they do not like; they call it a failure of the disk,
      // too.
      let hasRead = input.map { $0.pointee.error >= 0 || $0.pointee.error == cffmpeg_error_end }
      // And what is damaged may ask for more memory than there is.
      if status == cffmpeg_error_invalid_argument || status == cffmpeg_error_no_memory
        || error.code == .failedTransfer && hasRead == true
      {
        error = error.as(.damaged)
      }
      if status == cffmpeg_error_exit, !interruption.hasHappened { error = Demuxer.silence }
      if file?.isPlaylist == true {
        error.message =
          "is a playlist, which is followed only where it is named as a URL (file://...)"
      }
      release()
      throw error
    }
    let isSeekable = opened.pointee.pb.map { $0.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0 }
    isLive =
      source.address != nil && isSeekable != true
      && (timestamp(opened.pointee.duration) ?? 0) <= 0
    origin = isLive ? timestamp(opened.pointee.start_time) ?? 0 : 0
    var streams: [MediaStream] = []
    for index in 0..<Int(opened.pointee.nb_streams) {
      guard let stream = opened.pointee.streams[index] else { continue }
      do throws(MediaError) {
        streams.append(try MediaStream(stream, of: opened, origin: origin))
      } catch {
        release()
        throw error
      }
    }
    let chapters = (0..<Int(opened.pointee.nb_chapters)).compactMap { index in
      opened.pointee.chapters[index].map { chapter in
        Chapter(
          id: Int64(chapter.pointee.id), timeBase: Rational(chapter.pointee.time_base),
          start: chapter.pointee.start, end: chapter.pointee.end,
          title: Metadata(chapter.pointee.metadata)["title"])
      }
    }
    self.chapters =
      Metadata.mayHoldPicture(chapters.compactMap(\.title)) ? chapters.map(\.untitled) : chapters
    metadata = Metadata(opened.pointee.metadata)
    self.context = opened
    self.input = input
    self.file = file
    self.source = source
    self.interruption = interruption
    self.passesDamage = passesDamage
    self.streams = streams
    packetCounts = Array(repeating: 0, count: streams.count)
    LibavLog.shared.watch(opened)
  }

  deinit {
    for packet in held { _ = Packet(owning: packet) }
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

  /// Whether the file is a still picture, or several behind each other.
  private var isStill: Bool { formatName == "image2" || formatName.hasSuffix("_pipe") }

  /// Looks at the first pictures of streams that may say of themselves how they are turned, and
  /// describes `streams` accordingly. What is read for it comes again from `read`.
  ///
  /// - Throws: `MediaError` where a still picture cannot be read or decoded. What is wrong with
  ///   footage is left for later to be found.
  public func lookAhead() throws {
    for (place, stream) in streams.enumerated() where stream.kind == .video && stream.size != nil {
      let mayTurn = [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_MJPEG].contains {
        $0 == stream.codec
      }
      guard isStill || (mayTurn && stream.orientation == .upright) else { continue }
      let picture = isStill ? try firstPicture(of: stream) : try? firstPicture(of: stream)
      if let picture { streams[place] = stream.described(by: picture, isStill: isStill) }
    }
  }

  /// Leaves out what follows the first picture of a JPEG file: previews, gain maps and the like.
  ///
  /// - Returns: how many pictures are left out.
  public func keepFirstStill() throws(MediaError) -> Int {
    guard isStill, streams.first?.codec == AV_CODEC_ID_MJPEG else { return 0 }
    while try holdNext() {}
    let others = max(0, held.count - 1)
    while held.count > 1, let last = held.popLast() { _ = Packet(owning: last) }
    return others
  }

  /// Reads one packet in advance; `false` at the end of the input.
  private func holdNext() throws(MediaError) -> Bool {
    do {
      guard let packet = try readOn() else { return false }
      held.append(packet.release())
      return true
    } catch {
      heldFailure = error
      throw error
    }
  }

  /// Packets that may be read in advance.
  private static let packetsAhead = 64

  private func firstPicture(of stream: MediaStream) throws -> FirstPicture? {
    let decoder = try Decoder(for: stream, threads: 1)
    var found: FirstPicture?
    var header: StillHeader?
    func take(_ frame: consuming Frame) {
      guard found == nil else { return }
      found = FirstPicture(
        orientation: header?.orientation ?? frame.orientation,
        isExact: header?.orientation != nil || frame.isOrientationExact, header: header)
    }
    var place = 0
    while found == nil {
      if place == held.count {
        guard place < Demuxer.packetsAhead, heldFailure == nil, try holdNext() else { break }
      }
      let packet = try Packet(sharing: held[place])
      place += 1
      guard packet.streamIndex == stream.index else { continue }
      if isStill { header = packet.withBytes { StillHeader($0) } }
      if header?.isCutShort == true {
        throw MediaError(.damaged, "is cut short: its last bytes are missing")
      }
      try decoder.decode(packet, into: take)
    }
    // The end of footage is for later to be found.
    if found == nil, isStill { try decoder.finish(into: take) }
    return found
  }

  /// Reads the next packet of any stream; `nil` at the end of the input.
  ///
  /// - Throws: `MediaError` where reading fails, or `damaged` where the packet is not whole or the
  ///   input ends before the container says it should, unless damage is to be passed over.
  public func read() throws(MediaError) -> Packet? {
    if let heldFailure, held.isEmpty { throw heldFailure }
    guard let packet = held.isEmpty ? try readOn() : Packet(owning: held.removeFirst()) else {
      return nil
    }
    if isStill, let first = streams[packet.streamIndex].stillHeader,
      packet.withBytes({ StillHeader($0) }).orientation != first.orientation
    {
      throw MediaError(.unsupported, "has pictures that are turned in several ways")
    }
    return packet
  }

  private func readOn() throws(MediaError) -> Packet? {
    var failures = 0
    while true {
      do throws(MediaError) {
        return try readNext()
      } catch {
        failures += 1
        guard passesDamage, error.code == .damaged, failures < Demuxer.mostFailures else {
          throw error
        }
        damage.append(error)
        if isAtEnd { return nil }
      }
    }
  }

  // So many in a row without a packet are no damage but something else.
  private static let mostFailures = 100

  private func readNext() throws(MediaError) -> Packet? {
    // Not every demuxer asks whether it is to go on.
    if interruption.endsInput { return nil }
    let packet = try Packet()
    Demuxer.allow(source, interruption)
    let status = av_read_frame(context, packet.pointer)
    if status < 0, interruption.endsInput { return nil }
    if status == cffmpeg_error_exit, !interruption.hasHappened { throw Demuxer.silence }
    if status == cffmpeg_error_end {
      isAtEnd = true
      try checkEnd()
      return nil
    }
    do throws(MediaError) {
      try check(status, "cannot be read to its end")
    } catch {
      // The index of a file of the QuickTime family tells of packets that have gone by.
      guard case .standardInput = source, error.cause?.contains("partial file") == true else {
        throw error
      }
      throw MediaError(
        .damaged,
        "has its index at the end, which a pipe cannot go back from: name the file instead")
    }
    if packet.isDamaged, !passesDamage {
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
    if origin != 0 {
      packet.move(
        by: -Rational(1, Int32(AV_TIME_BASE)).rescale(
          origin, to: streams[packet.streamIndex].timeBase))
    }
    return packet
  }

  // A file always answers, and a pipe may be silent for as long as whoever fills it likes.
  private static func allow(_ source: InputSource, _ interruption: Interruption) {
    if case .url = source {
      cffmpeg_allow(interruption.pointer, patience * Int64(AV_TIME_BASE))
    }
  }

  private static var silence: MediaError {
    MediaError(
      .failedTransfer, "nothing came for \(patience) seconds", systemError: ETIMEDOUT)
  }

  private func checkEnd() throws(MediaError) {
    if let error = context.pointee.pb?.pointee.error, error < 0, error != cffmpeg_error_end {
      throw MediaError(status: error, "cannot be read to its end")
    }
    // Some demuxers take missing data for the end and only log it.
    if let line = LibavLog.shared.error(of: context) {
      throw MediaError(.damaged, "is damaged or cut short", cause: line)
    }
    if let file {
      if file.hasChanged {
        throw MediaError(.changing, "is being written at the same time")
      }
      if file.isCutShort(as: formatName) {
        throw MediaError(.damaged, "is cut short: its last bytes are missing")
      }
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
