import Media
import Redaction

/// Covers the settled faces of one video stream on the frames' own planes.
struct RedactionStage {
  let lane: VideoLane
  var redactor: Redactor
  /// For frames that are covered as a whole.
  var wholeRedactor: Redactor
  let onDetail: @Sendable (String) -> Void

  init(
    lane: VideoLane, style: RedactionStyle, onDetail: @escaping @Sendable (String) -> Void
  ) {
    self.lane = lane
    self.onDetail = onDetail
    var style = style
    style.pixelWidth = lane.geometry.pixelWidth
    style.pixelHeight = lane.geometry.pixelHeight
    redactor = Redactor(style: style)
    style.shape = .rectangle
    style.margin = 0
    wholeRedactor = Redactor(style: style)
  }

  /// Covers every face of every frame, and damaged frames as a whole; the samples of other frames
  /// are not touched.
  ///
  /// - Throws: where a format cannot be painted on, so that no uncovered face goes on.
  mutating func run() throws {
    var converter: FrameConverter?
    while let item = try lane.selected.receive() {
      switch consume item {
      case .frame(let settled): try redact(settled, with: &converter)
      case .coding(let coding): try lane.redacted.send(.coding(coding))
      case .group(let group): try lane.redacted.send(.group(group))
      case .copy(let group):
        let bytes = group.byteCount
        try lane.redacted.send(.copy(group), bytes: bytes)
      }
    }
    lane.redacted.finish()
    tellOfLargeCells()
  }

  private mutating func redact(
    _ settled: consuming SettledFrame, with converter: inout FrameConverter?
  ) throws {
    let faces = settled.faces
    let (time, duration) = (settled.decoded.time, settled.decoded.duration)
    if converter == nil {
      let format = settled.decoded.frame.format
      guard let paintable = format.nearestPaintable else {
        throw MediaError(.unsupported, "has \(format) pictures, which cannot be painted on")
      }
      converter = FrameConverter(to: paintable)
    }
    let seconds = Double(time) * lane.stream.timeBase.value
    let work = lane.trace?.begin(
      "redact", ["time": .number(seconds), "faces": .count(faces.count)])
    guard var frame = try converter?.convert(settled.intoFrame()) else { return }
    try redactor.paint(
      faces.map { Cover(trackID: $0.trackID, face: lane.geometry.coded($0.box)) }, on: &frame,
      at: seconds)
    if frame.isDamaged {
      let size = frame.size
      let picture = Box(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
      try wholeRedactor.paint([Cover(trackID: 0, face: picture)], on: &frame, at: seconds)
    }
    work?.end()
    let bytes = frame.byteCount
    try lane.redacted.send(
      .frame(DecodedFrame(frame: frame, time: time, duration: duration)), bytes: bytes)
  }

  private func tellOfLargeCells() {
    let largest = Int(redactor.largestOverride.rounded(.up))
    guard redactor.style.fill.showsCells, largest > 0 else { return }
    onDetail(
      "stream \(lane.stream.index): cells of up to \(largest) pixels instead of --scale "
        + "\(redactor.style.scale), so that at most \(redactor.style.cells) lie across a face (--cells)"
    )
  }
}
