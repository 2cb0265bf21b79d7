import Media
import Pipeline

/// Tells the groups of pictures without a face, which are copied, from those that are coded anew.
///
/// Nothing is known of a group until its last frame's faces are settled. Until then its frames are
/// not kept, only its packets: where a face turns up in the middle, what was before it is decoded
/// a second time.
struct SelectionStage {
  let lane: VideoLane
  let container: OutputContainer
  let settings: EncoderSettings
  let tally: Tally
  /// Upper bound of threads for decoding again; 0 leaves the number to libavcodec.
  let threads: Int
  /// Whether damage is passed over, as it is in the first decoding.
  let passesDamage: Bool
  /// Told of how many groups were copied.
  let onDetail: @Sendable (String) -> Void
  /// Told of the same where more could have been, but for the structure of the stream.
  let onRefusal: @Sendable (String) -> Void

  private var log: GroupLog?
  private var splice: PictureSplice?
  private var group: PictureGroup?
  // Frames of the present group that had no face, in order; `nil` where the group is coded anew.
  private var passed: [FrameTiming]? = []
  private var groupCount = 0
  private var copiedCount = 0
  // Groups that could not be copied whatever they show, by the reason.
  private var obstacles: [String: Int] = [:]

  private struct FrameTiming {
    let time: Int64
    let duration: Int64
  }

  init(
    lane: VideoLane, container: OutputContainer, settings: EncoderSettings, threads: Int,
    passesDamage: Bool, tally: Tally, onDetail: @escaping @Sendable (String) -> Void,
    onRefusal: @escaping @Sendable (String) -> Void
  ) {
    self.lane = lane
    self.container = container
    self.settings = settings
    self.threads = threads
    self.passesDamage = passesDamage
    self.tally = tally
    self.onDetail = onDetail
    self.onRefusal = onRefusal
    log = lane.groups
    splice = lane.splice
  }

  /// Passes on every frame that is to be coded anew, in order, and in their places the groups that
  /// are not.
  mutating func run() throws {
    var isFirst = true
    while let settled = try lane.settled.receive() {
      if isFirst { try describe(settled.decoded.frame) }
      isFirst = false
      guard let log else {
        try send(settled)
        continue
      }
      let time = settled.decoded.time
      while let next = log.group(after: group, at: time) {
        try closeGroup()
        group = next
        groupCount += 1
        passed = []
      }
      if passed != nil {
        let mayCopy = group?.mayCopyFrame(at: time) == true
        if mayCopy, settled.faces.isEmpty, !settled.decoded.frame.isDamaged {
          passed?.append(FrameTiming(time: time, duration: settled.decoded.duration))
          continue
        }
        if passed?.isEmpty == true, let reason = group?.obstacle {
          obstacles[reason, default: 0] += 1
        }
        try codeAnew()
      }
      try send(settled)
    }
    try closeGroup()
    lane.selected.finish()
    tell()
  }

  // The header of the output tells of both kinds of pictures before the first of either, so an
  // encoder is asked for its part of it; where it cannot do what is asked, or the beginning of the
  // stream already shows that nothing can be copied, all is as without copying.
  private mutating func describe(_ frame: borrowing Frame) throws {
    guard let splice else { return }
    do {
      if let reason = log?.reason { throw MediaError(.unsupported, reason) }
      let encoder = try container.openEncoder(
        like: frame, source: lane.outputDescription, settings: splice.matched(settings))
      let coding = try splice.describe(encoder.describe())
      try lane.selected.send(.coding(coding))
    } catch let error as MediaError {
      onRefusal(Self.refusal(of: lane.stream, reason: error.message))
      lane.groups?.abandon()
      log = nil
      self.splice = nil
    }
  }

  /// A line that says why nothing of a stream is copied.
  static func refusal(of stream: MediaStream, reason: String) -> String {
    "stream \(stream.index): all groups of pictures are encoded anew, since \(reason)"
  }

  private mutating func closeGroup() throws {
    guard let group, let passed else { return }
    guard group.mayCopy(frames: passed.count) else {
      obstacles[group.obstacle ?? "not all of its pictures are wanted or whole", default: 0] += 1
      return try codeAnew()
    }
    copiedCount += 1
    let bytes = group.byteCount
    try lane.selected.send(.copy(group), bytes: bytes)
    let last = passed.last?.time ?? 0
    let footageTime = Double(last) * lane.stream.timeBase.value
    tally.update(lane.number) {
      $0.encoded += passed.count
      $0.footageTime = footageTime
    }
    self.passed = nil
  }

  // Decodes the frames of the present group again that have gone by, and passes them on.
  private mutating func codeAnew() throws {
    guard let group, let passed else { return }
    self.passed = nil
    try lane.selected.send(.group(group))
    if !passed.isEmpty {
      let work = lane.trace?.begin("decode again", ["frames": .count(passed.count)])
      let decoder = try Decoder(
        for: lane.stream, threads: threads, passesDamage: passesDamage)
      var next = 0
      let lane = lane
      func take(_ frame: consuming Frame) throws {
        guard next < passed.count else { return }
        guard frame.presentationTime == passed[next].time else {
          throw MediaError(.internalFault, "a group of pictures decodes otherwise the second time")
        }
        let bytes = frame.byteCount
        let decoded = DecodedFrame(
          frame: frame, time: passed[next].time, duration: passed[next].duration)
        next += 1
        try lane.selected.send(.frame(SettledFrame(decoded: decoded, faces: [])), bytes: bytes)
      }
      while next < passed.count, let packet = group.takePacket() {
        try decoder.decode(packet, into: take)
      }
      if next < passed.count { try decoder.finish(into: take) }
      guard next == passed.count else {
        throw MediaError(.internalFault, "a group of pictures decodes to fewer the second time")
      }
      work?.end()
    }
    group.dropPackets()
  }

  private func send(_ settled: consuming SettledFrame) throws {
    let bytes = settled.decoded.frame.byteCount
    try lane.selected.send(.frame(settled), bytes: bytes)
  }

  private func tell() {
    guard let log else { return }
    var line =
      "stream \(lane.stream.index): \(copiedCount) of \(counted(groupCount, "group")) of pictures "
      + "have no face and go through as they are"
    let open = log.openGroupCount
    if open > 0 { line += "; \(counted(open, "other")) could not be told apart, being open" }
    for (reason, count) in obstacles.sorted(by: { $0.key < $1.key }) where reason != log.reason {
      line += "; \(count) could not, since \(reason)"
    }
    if let reason = log.reason { line += "; from some point on none could, since \(reason)" }
    let isWhole = open == 0 && obstacles.isEmpty && log.reason == nil
    isWhole ? onDetail(line) : onRefusal(line)
  }
}
