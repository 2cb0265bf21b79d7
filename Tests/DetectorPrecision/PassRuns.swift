import FaceDetection
import Foundation
import Media

/// What each pass found in each picture of a set, and what that cost; every pass is run once.
struct PassRuns {
  struct Run {
    let faces: [Face]
    /// Seconds of the processor, on one thread, for scaling and detection.
    let cost: Double
  }

  /// Scores up to this one are left out.
  static let threshold: Float = 0.02

  private var runs: [[DetectionPass: Run]]

  /// Runs the passes of all plans; one network is compiled at a time.
  init(
    _ plans: [PassPlan], on set: LabelledSet, files: DetectionFiles,
    precision: InferencePrecision? = nil
  ) throws {
    runs = Array(repeating: [:], count: set.pictures.count)
    var looks: [PixelSize: Set<Look>] = [:]
    for (index, picture) in set.pictures.enumerated() {
      for pass in plans.flatMap({ $0.passes(picture.size) }) {
        looks[pass.inputSize, default: []].insert(Look(picture: index, pass: pass))
      }
    }
    let sizes = looks.keys.sorted { ($0.width, $0.height) < ($1.width, $1.height) }
    for size in sizes {
      let detector = try CenterFaceDetector(
        inputSize: size, files: files, threads: 1, precision: precision,
        threshold: PassRuns.threshold)
      // The first run takes memory from the system.
      _ = try detector.faces(in: RGBPicture(size: size))
      for look in looks[size] ?? [] {
        runs[look.picture][look.pass] = try PassRuns.run(
          look.pass, on: set.pictures[look.picture], detector: detector)
      }
    }
  }

  private struct Look: Hashable {
    var picture: Int
    var pass: DetectionPass
  }

  private static func run(
    _ pass: DetectionPass, on picture: LabelledSet.Picture, detector: CenterFaceDetector
  ) throws -> Run {
    let geometry = FrameGeometry(
      codedSize: picture.size, pixelAspect: Rational(1, 1), orientation: .upright)
    var finder = FaceFinder(geometry: geometry, detectors: DetectorPool { _ in detector })
    // Makes the scaler's context, which footage needs once.
    _ = try finder.view(of: picture.frame, by: pass)
    let start = clock()
    let faces = try finder.faces(in: picture.frame, by: pass)
    return Run(faces: faces, cost: Double(clock() - start) / Double(CLOCKS_PER_SEC))
  }

  /// The boxes that a plan finds in each picture, and its cost for each, in seconds.
  func result(of plan: PassPlan, on set: LabelledSet) throws -> [(boxes: [ScoredBox], cost: Double)]
  {
    try set.pictures.indices.map { index in
      let runs = try plan.passes(set.pictures[index].size).map { pass in
        guard let run = self.runs[index][pass] else {
          throw Failure(message: "a pass of the plan '\(plan.name)' was not run")
        }
        return run
      }
      let faces = runs.flatMap(\.faces)
      let merged = runs.count > 1 ? NonMaximumSuppression()(faces) : faces
      return (
        merged.map { ScoredBox(box: $0.box, score: Double($0.score)) },
        runs.reduce(0) { $0 + $1.cost }
      )
    }
  }
}
