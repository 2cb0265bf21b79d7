import Media
import Pipeline

/// Encodes the covered frames of one video stream, turned upright where that is due.
struct EncodingStage {
  let lane: VideoLane
  let container: OutputContainer
  let settings: EncoderSettings
  /// When the last frame ceases to be shown, in ticks; `nil` where that is not known.
  let endTime: Int64?
  let muxing: BoundedQueue<MuxItem>
  let tally: Tally
  private let turner: FrameTurner
  /// Told of the encoder that has been chosen.
  let onDetail: @Sendable (String) -> Void
  /// Told of what the output cannot hold.
  let onNotice: @Sendable (String) -> Void

  init(
    lane: VideoLane, container: OutputContainer, settings: EncoderSettings, endTime: Int64?,
    muxing: BoundedQueue<MuxItem>, tally: Tally, onDetail: @escaping @Sendable (String) -> Void,
    onNotice: @escaping @Sendable (String) -> Void
  ) {
    self.lane = lane
    self.container = container
    self.settings = settings
    self.endTime = endTime
    self.muxing = muxing
    self.tally = tally
    turner = FrameTurner(orientation: lane.turns ? lane.geometry.orientation : .upright)
    self.onDetail = onDetail
    self.onNotice = onNotice
  }

  /// What changes while frames go by.
  private struct Progress: ~Copyable {
    var encoder: (any FrameEncoder)?
    var waiting: DecodedFrame?
    // Waits for what comes behind it, as a frame does.
    var waitingCopy: PictureGroup?
    // Set where groups of pictures are copied.
    var spliced: SplicedPackets?
    var hasOpened = false
  }

  /// Encodes the whole stream, but for what is copied; an encoder is opened for the first frame, and
  /// for the first one behind what is copied.
  ///
  /// Each frame waits for the next one, whose time says how long it is shown. A live source's
  /// don't: they would be late.
  func run() throws {
    var progress = Progress()
    while let item = try lane.redacted.receive() {
      try copyWaiting(until: nil, &progress)
      switch consume item {
      case .frame(let redacted):
        try encodeWaiting(until: redacted.time, &progress)
        progress.waiting = consume redacted
        if settings.isLive { try encodeWaiting(until: nil, &progress) }
      case .coding(let coding):
        try muxing.send(.described(coding, stream: lane.outputStream))
        progress.spliced = lane.splice.map {
          SplicedPackets(
            splice: $0, coding: coding, countsDecodingTime: container.isQuickTimeFamily)
        }
      case .group(let group):
        try encodeWaiting(until: group.start, &progress)
        progress.spliced?.begin(group)
        progress.encoder?.beginGroup()
      case .copy(let group):
        try encodeWaiting(until: group.start, &progress)
        try finish(&progress)
        try check(group.start ?? 0)
        progress.waitingCopy = group
      }
    }
    let latestEncoded = progress.waiting?.time
    if let last = progress.waiting.take() {
      let duration = restOfFootage(from: last.time) ?? last.duration
      try encode(last, duration: duration, &progress)
    }
    let latest = progress.waitingCopy?.latestTime ?? latestEncoded
    let end = latest.flatMap { time in restOfFootage(from: time).map { time + $0 } }
    try copyWaiting(until: end, &progress)
    try finish(&progress, until: end)
    try muxing.send(.end)
  }

  private func encodeWaiting(until time: Int64?, _ progress: inout Progress) throws {
    guard let frame = progress.waiting.take() else { return }
    let duration = time.map { [start = frame.time] in $0 - start } ?? frame.duration
    try encode(frame, duration: duration, &progress)
  }

  private func copyWaiting(until end: Int64?, _ progress: inout Progress) throws {
    guard let group = progress.waitingCopy.take() else { return }
    try progress.spliced?.copy(group, until: end, send)
  }

  private func finish(_ progress: inout Progress, until end: Int64? = nil) throws {
    if let encoder = progress.encoder.take() {
      let work = lane.trace?.begin("flush the encoder")
      try encoder.finish { packet in try take(packet, &progress.spliced) }
      work?.end()
    }
    try progress.spliced?.flush(until: end, send)
  }

  // The longest time for which a last frame is believed to be shown: some headers claim days.
  private static let longestRest = 600.0

  private func restOfFootage(from time: Int64) -> Int64? {
    guard let end = endTime, end > time,
      Double(end - time) * lane.stream.timeBase.value <= Self.longestRest
    else { return nil }
    return end - time
  }

  private func encode(
    _ redacted: consuming DecodedFrame, duration: Int64, _ progress: inout Progress
  ) throws {
    let time = redacted.time
    let work = lane.trace?.begin("encode", ["time": lane.seconds(time)])
    defer { work?.end() }
    let frame = try turner.turn(redacted.intoFrame())
    let encoder = try progress.encoder ?? open(like: frame, &progress)
    progress.encoder = encoder
    try check(time)
    progress.spliced?.countFrame()
    try encoder.encode(frame, time: time, duration: duration) { packet in
      try take(packet, &progress.spliced)
    }
    let footageTime = Double(time) * lane.stream.timeBase.value
    tally.update(lane.number) {
      $0.encoded += 1
      $0.footageTime = footageTime
    }
  }

  private func check(_ time: Int64) throws(MediaError) {
    if time < 0, container.isQuickTimeFamily {
      throw MediaError(
        .unencodable,
        "the footage begins before time zero, which \(container.name) files cannot show")
    }
  }

  private func open(
    like frame: borrowing Frame, _ progress: inout Progress
  ) throws -> any FrameEncoder {
    let isSpliced = progress.spliced != nil
    let encoder = try container.openEncoder(
      like: frame, source: lane.outputDescription,
      settings: isSpliced ? lane.splice?.matched(settings) ?? settings : settings)
    try progress.spliced?.check(encoder)
    if !isSpliced { try muxing.send(.described(encoder.describe(), stream: lane.outputStream)) }
    // What takes an alpha channel's place in pictures of four inks is none.
    if container.isOpaqueStill, !lane.stream.isMixedFromInks, !frame.isOpaque {
      onNotice(
        "the transparency is left out: \(container.name.uppercased()) files cannot hold it")
    }
    if !progress.hasOpened {
      for name in encoder.ignoredSettings {
        onNotice("--\(name) is left out: \(encoder.name) has none, or knows no such value")
      }
      onDetail("stream \(lane.stream.index): \(lane.stream.codecName) to \(encoder.name)")
    }
    progress.hasOpened = true
    return encoder
  }

  private func take(
    _ packet: consuming Packet, _ spliced: inout SplicedPackets?
  ) throws {
    guard spliced != nil else { return try send(packet) }
    try spliced?.take(packet, send)
  }

  private func send(_ packet: consuming Packet) throws {
    let bytes = packet.byteCount
    try muxing.send(.packet(packet, stream: lane.outputStream), bytes: bytes)
  }
}
