import Media
import Pipeline

/// The packets of one output stream of which some are copied and others newly coded, in decoding
/// order and with the times that the source's packets have in these places.
struct SplicedPackets: ~Copyable {
  private struct Place {
    let group: PictureGroup
    // That the encoder has got and not given back.
    var frames = 0
  }

  private let splice: PictureSplice
  private let coding: EncodedStream
  private let countsDecodingTime: Bool
  // Groups that are coded anew and whose packets are still to come, the oldest first.
  private var places: [Place] = []
  private var times = DecodingTimes()
  // The packets that wait for their times.
  private var waiting = FIFO<Packet>()
  // When the first packet of all is shown and decoded.
  private var beginning: (shown: Int64, decoded: Int64)?
  // When the picture is shown that is shown last, of those that have come.
  private var latestShown = Int64.min

  /// A stream whose header is `coding`.
  ///
  /// - Parameter countsDecodingTime: whether the container tells how long a packet lasts by when the
  ///   next one is decoded, and not by when its picture is shown.
  init(splice: PictureSplice, coding: EncodedStream, countsDecodingTime: Bool) {
    self.splice = splice
    self.coding = coding
    self.countsDecodingTime = countsDecodingTime
  }

  /// Checks what a newly opened encoder says of its packets.
  ///
  /// - Throws: `MediaError.Code.internalFault` where the stream's header says otherwise.
  func check(_ encoder: any FrameEncoder) throws(MediaError) {
    guard try splice.describe(encoder.describe()).hasHeader(of: coding) else {
      throw MediaError(.internalFault, "\(encoder.name) changes its parameter sets")
    }
  }

  /// Has the frames from now on take the places of a group's pictures.
  mutating func begin(_ group: PictureGroup) { places.append(Place(group: group)) }

  /// Counts a frame that is given to the encoder.
  mutating func countFrame() {
    if !places.isEmpty { places[places.count - 1].frames += 1 }
  }

  /// Takes an encoder's next packet and passes on those that are ready.
  mutating func take(
    _ packet: consuming Packet, _ send: (consuming Packet) throws -> Void
  ) throws {
    while places.count > 1, places[0].frames == 0 { places.removeFirst() }
    guard let group = places.first?.group else {
      throw MediaError(.internalFault, "a picture was coded that belongs to no group")
    }
    places[0].frames -= 1
    let timing = group.takeTiming()
    let packet = try splice.adapt(packet)
    let time = packet.presentationTime ?? 0
    times.add(shown: time, due: timing?.decodingTime)
    if countsDecodingTime, let timing {
      packet.retime(decodingTime: time, duration: timing.duration)
    }
    latestShown = max(latestShown, time)
    waiting.append(packet)
    try passOn(isEnd: false, send)
  }

  /// Passes on everything; called once the encoder has handed out all of its packets.
  ///
  /// - Parameter end: as of `copy`.
  mutating func flush(
    until end: Int64?, _ send: (consuming Packet) throws -> Void
  ) throws {
    try passOn(isEnd: true, until: end, send)
    places = []
  }

  /// Passes on a group as it is; called after `flush`.
  ///
  /// - Parameter end: when its last picture ceases to be shown, in ticks, where that is better known
  ///   than by its packets. Where decoding tells how long a stream lasts, it lasts as long.
  mutating func copy(
    _ group: PictureGroup, until end: Int64?, _ send: (consuming Packet) throws -> Void
  ) throws {
    latestShown = max(latestShown, group.latestTime ?? .min)
    var next = group.takePacket()
    while let packet = next.take() {
      next = group.takePacket()
      times.pass(packet.decodingTime)
      extend(packet, until: end, isLast: next == nil)
      try send(try splice.copy(packet))
    }
  }

  private mutating func passOn(
    isEnd: Bool, until end: Int64? = nil, _ send: (consuming Packet) throws -> Void
  ) throws {
    while let time = try times.next(isEnd: isEnd), let packet = waiting.removeFirst() {
      packet.retime(decodingTime: time, duration: packet.duration)
      extend(packet, until: end, isLast: waiting.isEmpty)
      try send(packet)
    }
  }

  // Has the picture that is shown last last until the end, and decoding as long as showing.
  private mutating func extend(_ packet: borrowing Packet, until end: Int64?, isLast: Bool) {
    guard let shown = packet.presentationTime, let decoded = packet.decodingTime else { return }
    let beginning = beginning ?? (shown, decoded)
    self.beginning = beginning
    guard let end else { return }
    if shown == latestShown { packet.retime(decodingTime: decoded, duration: end - shown) }
    let rest = (end - beginning.shown) - (decoded - beginning.decoded)
    if isLast, rest > 0 { packet.retime(decodingTime: decoded, duration: rest) }
  }
}
