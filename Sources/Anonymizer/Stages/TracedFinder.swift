import FaceDetection
import Media
import Pipeline

/// A face finder whose steps are recorded in a trace, if there is one: what takes most of the time
/// is the network, and how large a picture it is shown.
struct TracedFinder {
  private var finder: FaceFinder
  private let detectors: DetectorPool
  private let trace: Trace?
  // Sizes of pictures whose detectors have been made.
  private var loaded: Set<PixelSize> = []

  /// A finder for frames of one geometry.
  init(geometry: FrameGeometry, detectors: DetectorPool, trace: Trace? = nil) {
    finder = FaceFinder(geometry: geometry, detectors: detectors)
    self.detectors = detectors
    self.trace = trace
  }

  /// A finder for the frames of a lane.
  init(_ lane: VideoLane, detectors: DetectorPool) {
    self.init(geometry: lane.geometry, detectors: detectors, trace: lane.trace)
  }

  /// As of `FaceFinder`.
  mutating func faces(in frame: borrowing Frame, by pass: DetectionPass) throws -> [Face] {
    try faces(in: view(of: frame, by: pass))
  }

  /// As of `FaceFinder`.
  mutating func view(
    of frame: borrowing Frame, by pass: DetectionPass
  ) throws(MediaError) -> DetectionView {
    let work = trace?.begin(
      "scale",
      [
        "input": .text(pass.inputSize.description), "quarterTurns": .count(pass.quarterTurns),
        "of": .text(pass.region == nil ? "frame" : "part"),
      ])
    defer { work?.end() }
    return try finder.view(of: frame, by: pass)
  }

  /// As of `FaceFinder`.
  mutating func faces(in view: DetectionView) throws -> [Face] {
    guard let trace else { return try finder.faces(in: view) }
    let size = view.picture.size
    // Else the first look would seem to take as long.
    if loaded.insert(size).inserted {
      let loading = trace.begin("load the network", ["input": .text(size.description)])
      defer { loading.end() }
      _ = try detectors.detector(for: size)
    }
    let work = trace.begin("infer", ["input": .text(size.description)])
    defer { work.end() }
    return try finder.faces(in: view)
  }
}
