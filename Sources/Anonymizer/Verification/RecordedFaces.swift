import FaceTracking
import Media

/// The faces that were covered in one video stream, frame by frame, in little memory.
struct RecordedFaces: Sendable {
  /// A face in one frame.
  struct Entry: Sendable {
    private let place: SIMD4<Float>
    let trackID: Int32
    /// Whether it was detected in this very frame.
    let isDetected: Bool

    /// What was covered, in pixels of the upright frame.
    var box: Box {
      Box(
        x: Double(place[0]), y: Double(place[1]), width: Double(place[2]),
        height: Double(place[3]))
    }

    init(_ face: TrackedFace) {
      let box = face.box
      place = SIMD4(Float(box.x), Float(box.y), Float(box.width), Float(box.height))
      trackID = Int32(clamping: face.trackID)
      isDetected = face.source == .detected
    }
  }

  /// The faces of all frames, behind each other.
  private(set) var entries: [Entry] = []
  /// When each frame is shown, in seconds.
  private(set) var times: [Double] = []
  // Where the entries of each frame end.
  private var ends: [Int] = []

  /// The number of frames.
  var frameCount: Int { times.count }

  /// Where the faces of a frame stand in `entries`.
  func indices(inFrame frame: Int) -> Range<Int> {
    guard ends.indices.contains(frame) else { return entries.count..<entries.count }
    return (frame > 0 ? ends[frame - 1] : 0)..<ends[frame]
  }

  /// Takes the next frame.
  mutating func append(_ faces: [TrackedFace], at time: Double) {
    entries.append(contentsOf: faces.lazy.map(Entry.init))
    times.append(time)
    ends.append(entries.count)
  }
}
