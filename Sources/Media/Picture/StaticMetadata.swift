import CFFmpeg

/// What pictures of high dynamic range say once for the whole stream: the display that they were
/// made on, and their brightest light.
///
/// Source: SMPTE ST 2086 and CTA-861.3, by libav's `AVMasteringDisplayMetadata` and
/// `AVContentLightMetadata`.
struct StaticMetadata {
  private let display: [UInt8]?
  private let light: [UInt8]?

  /// What a decoded frame says, or else the container that its stream comes from.
  init(of frame: borrowing Frame, source: MediaStream) {
    let stream = source.sideData
    display =
      frame.sideData(AV_FRAME_DATA_MASTERING_DISPLAY_METADATA)
      ?? stream.first { $0.kind == AV_PKT_DATA_MASTERING_DISPLAY_METADATA }?.bytes
    light =
      frame.sideData(AV_FRAME_DATA_CONTENT_LIGHT_LEVEL)
      ?? stream.first { $0.kind == AV_PKT_DATA_CONTENT_LIGHT_LEVEL }?.bytes
  }

  /// The same as a container keeps it.
  var sideData: [MediaStream.SideData] {
    [
      display.map { .init(kind: AV_PKT_DATA_MASTERING_DISPLAY_METADATA, bytes: $0) },
      light.map { .init(kind: AV_PKT_DATA_CONTENT_LIGHT_LEVEL, bytes: $0) },
    ].compactMap { $0 }
  }

  /// The same as x265 wants to be told of it, parameters with colons between them; empty where
  /// nothing is known.
  var x265Parameters: String {
    [masteringDisplay, contentLight].compactMap { $0 }.joined(separator: ":")
  }

  private var masteringDisplay: String? {
    guard let display = load(AVMasteringDisplayMetadata.self, from: display),
      display.has_primaries != 0, display.has_luminance != 0
    else { return nil }
    func point(_ name: String, _ point: (AVRational, AVRational)) -> String {
      "\(name)(\(steps(point.0, per: 50_000)),\(steps(point.1, per: 50_000)))"
    }
    let (red, green, blue) = display.display_primaries
    let luminance =
      "L(\(steps(display.max_luminance, per: 10_000)),\(steps(display.min_luminance, per: 10_000)))"
    return "master-display=" + point("G", green) + point("B", blue) + point("R", red)
      + point("WP", display.white_point) + luminance
  }

  private var contentLight: String? {
    load(AVContentLightMetadata.self, from: light).map { "max-cll=\($0.MaxCLL),\($0.MaxFALL)" }
  }

  private func steps(_ value: AVRational, per unit: Double) -> Int {
    let ratio = Rational(value)
    return ratio.denominator == 0 ? 0 : Int((ratio.value * unit).rounded())
  }

  private func load<Value: BitwiseCopyable>(_ type: Value.Type, from bytes: [UInt8]?) -> Value? {
    guard let bytes, bytes.count >= MemoryLayout<Value>.size else { return nil }
    return bytes.withUnsafeBytes { $0.loadUnaligned(as: type) }
  }
}
