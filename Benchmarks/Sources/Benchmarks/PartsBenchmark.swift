import CenterFaceDecoding
import FaceDetection
import FaceTracking
import Foundation
import Media

/// What the parts of the product take that every frame, or every look at one, goes through.
struct PartsBenchmark {
  private var report = Report(["part", "of", "processor, ms", "wall, ms"], names: 2)

  /// The results.
  static func report() throws -> Report {
    var benchmark = PartsBenchmark()
    try benchmark.measureScaling()
    try benchmark.measureInference()
    try benchmark.measureDecoding()
    try benchmark.measureTracking()
    try benchmark.measureQueue()
    return benchmark.report
  }

  private mutating func add(_ part: String, _ what: String, _ cost: Cost) {
    report.add([part, what, cost.processor.text(decimals: 3), cost.wall.text(decimals: 3)])
  }

  /// The long sides of the looks at whole frames that the product takes.
  private static let longSides = [192, 480, 960]

  private mutating func measureScaling() throws {
    for (name, size) in [
      ("1080p", PixelSize(width: 1920, height: 1080)), ("4K", PixelSize(width: 3840, height: 2160)),
    ] {
      for formatName in ["yuv420p", "yuv420p10le"] {
        let format = try PixelFormat.named(formatName)
        // Enough of them that a frame is seldom in the nearest cache.
        let pictures = try (0..<4).map { _ in try Picture(format: format, size: size) }
        for longSide in Self.longSides {
          let inputSize = DetectorInput.size(for: size, longSide: longSide)
          let scaler = Scaler(pictureSize: inputSize, orientation: .upright)
          var small = RGBPicture(size: inputSize)
          var next = 0
          let cost = try Cost(samples: 40) {
            try scaler.scale(pictures[next].frame, into: &small)
            next = (next + 1) % pictures.count
          }
          add("detector input", "\(formatName) at \(name) to \(inputSize)", cost)
        }
      }
    }
  }

  private mutating func measureInference() throws {
    let files = try DetectionFiles.located()
    let frame = PixelSize(width: 1920, height: 1080)
    let sizes =
      Self.longSides.map { DetectorInput.size(for: frame, longSide: $0) }
      + [PixelSize(width: 192, height: 192)]
    for size in sizes {
      let detector = try CenterFaceDetector(inputSize: size, files: files, threads: 1)
      let picture = RGBPicture(size: size)
      let cost = try Cost(samples: 60) { _ = try detector.faces(in: picture) }
      add("inference", "\(size), one thread, no face", cost)
    }
  }

  private mutating func measureDecoding() throws {
    let frame = PixelSize(width: 1920, height: 1080)
    for (longSide, counts) in [(480, [0, 5, 100]), (960, [0, 5, 500])] {
      let size = DetectorInput.size(for: frame, longSide: longSide)
      for count in counts {
        let heads = DecodedHeads(inputSize: size, faceCount: count)
        // Several at once: a clock is read in about the time that one takes.
        let cost = try Cost(samples: 50, share: 10) {
          for _ in 0..<10 where try heads.faceCount() != count {
            throw Failure(message: "the decoder does not find \(count) faces in \(size)")
          }
        }
        add("decoding of the heads", "\(size), \(count) faces", cost)
      }
    }
  }

  private mutating func measureTracking() throws {
    for count in [1, 50, 500] {
      let crowd = CrowdPath(count: count)
      var tracker = FaceTracker(size: CrowdPath.size)
      var frame = 0
      // Tracks are old enough by then that no reach in time makes a difference.
      while frame < 75 {
        _ = tracker.add(crowd.observation(frame))
        frame += 1
      }
      let observations = (0..<300).map { crowd.observation(frame + $0) }
      let first = frame
      let cost = try Cost(samples: count > 100 ? 60 : 200) {
        guard tracker.add(observations[frame - first]).allSatisfy({ $0.count == count }) else {
          throw Failure(message: "the tracker lost one of \(count) faces")
        }
        frame += 1
      }
      add("tracking", "\(count) \(count == 1 ? "face" : "faces") a frame", cost)
    }
  }

  private mutating func measureQueue() throws {
    func each(_ count: Int, _ work: (Int) throws -> Void) throws -> Cost {
      try Cost(samples: 20, share: count) { try work(count) }
    }
    add("queue", "one hand-over of a stream", try each(20_000, QueueBenchmark.stream))
    add("queue", "there and back, both threads waiting", try each(2_000, QueueBenchmark.exchange))
  }
}
