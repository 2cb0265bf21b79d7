public import Media

/// Something that a verification found wrong with anonymized footage, over one or more frames.
public struct VerificationFinding: Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Kind: String, CaseIterable, Sendable {
    /// A face that was to be covered can still be seen.
    case shownFace
    /// The detector sees a face that was not known before.
    case missedFace
    /// Frames of the original are not there, or not at their time.
    case missingFrames
    /// There are frames that the original does not have, or not at that time.
    case extraFrames
  }

  /// What is wrong.
  public var kind: Kind
  /// Index of the video stream in the original.
  public var stream: Int
  /// When it begins: seconds after the stream's first frame.
  public var start: Double
  /// The time of the last frame that it was found in, likewise.
  public var end: Double
  /// Where it is, over all those frames, in pixels of the original's upright frame; `nil` where it
  /// is about whole frames.
  public var box: Box?

  /// A finding from its parts.
  public init(kind: Kind, stream: Int, start: Double, end: Double, box: Box?) {
    self.kind = kind
    self.stream = stream
    self.start = start
    self.end = end
    self.box = box
  }

  /// What is wrong, when and where, without the file's name and without a full stop.
  public var description: String {
    var text =
      switch kind {
      case .shownFace: "a face may still be shown"
      case .missedFace: "a face that was missed may be shown"
      case .missingFrames: "frames of the original are missing, or shown at another time,"
      case .extraFrames: "frames that the original does not show then are shown"
      }
    text += " at \(Self.clock(start))"
    if Self.clock(end) != Self.clock(start) { text += " to \(Self.clock(end))" }
    if let box {
      func whole(_ value: Double) -> String { String(Int(value.rounded())) }
      text += " at \(whole(box.x)),\(whole(box.y)) \(whole(box.width))x\(whole(box.height))"
    }
    if stream > 0 { text += " in stream \(stream)" }
    return text
  }

  /// What to do about it, in the imperative.
  public var advice: String {
    switch kind {
    case .shownFace: "look there, and try a larger --margin or --scale"
    case .missedFace: "look there, and try a lower --threshold, or cover it with --detections"
    case .missingFrames, .extraFrames: "anonymize it again, into another container if need be"
    }
  }

  /// A time as `m:ss.cc`, or `h:mm:ss.cc` from an hour up.
  private static func clock(_ seconds: Double) -> String {
    let hundredths = Int((min(max(seconds, 0), 1e9) * 100).rounded())
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (minutes, rest) = (hundredths / 6000, hundredths % 6000)
    let tail = "\(two(rest / 100)).\(two(rest % 100))"
    return minutes < 60
      ? "\(minutes):\(tail)" : "\(minutes / 60):\(two(minutes % 60)):\(tail)"
  }
}
