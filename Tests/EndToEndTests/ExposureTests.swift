import Foundation
import TestSupport
import Testing

/// The judge of covers on footage that other programs than this one have changed, and on made-up
/// frames.
@Suite struct ExposureTests {
  @Test(
    arguments: [
      ("same.mkv", "-c:v ffv1", 0.999...1), ("coded.mp4", "-c:v libx264 -crf 23", 0.8...1),
      ("brighter.mkv", "-c:v ffv1 -vf lutyuv=y=val+20", 0.9...1),
      ("blocks.mkv", "-c:v ffv1 -vf scale=20:12:flags=area,scale=640:360:flags=neighbor", 0...0.35),
      ("blurred.mkv", "-c:v ffv1 -vf gblur=sigma=25", 0...0.3),
      ("black.mkv", "-c:v ffv1 -vf drawbox=color=black:t=fill", 0...0.1),
    ] as [(String, String, ClosedRange<Double>)])
  func `a face keeps its detail unless it is covered`(
    name: String, options: String, details: ClosedRange<Double>
  ) throws {
    let original = try Clips.clip("judged.mkv", from: .singleFace, "-an -frames:v 2 -c:v ffv1")
    let other = try Clips.clip("judged-\(name)", from: [original], options)
    let exposure = try Exposure(original, other, Truths.singleFace())
    #expect(exposure.judgedCount == 2)
    for sighting in exposure.sightings {
      #expect(details.contains(sighting.detail))
    }
    #expect(exposure.longestRun == (details.lowerBound > Exposure.limit ? 2 : 0))
  }

  @Test func `destroyed picture counts only far from every face`() throws {
    // Grown to three times its size the face reaches from 10 to 70.
    let truth = try truth(#"{"index": 0, "faces": [{"id": 1, "box": [30, 30, 20, 20]}]}"#)
    let noise = Picture()
    var exposure = noise.exposure(of: truth)
    exposure.judge(noise, noise.flattened(20, 20, 40))
    #expect(exposure.destroyedCount == 0)
    #expect(exposure.farCount == Picture.width * Picture.height - 61 * 61)
    exposure.judge(noise, noise.flattened(100, 40, 30))
    // Windows at the edge of what is destroyed still see something.
    #expect((24 * 24...30 * 30).contains(exposure.destroyedCount))
    #expect(exposure.spill == Double(exposure.destroyedCount) / Double(exposure.farCount))
  }

  @Test func `the surroundings of small and ignored faces are not far`() throws {
    let truth = try truth(
      #"{"index": 0, "faces": [{"id": 1, "box": [110, 50, 10, 10]}]}"#,
      #"{"index": 1, "faces": [{"id": 1, "box": [105, 45, 20, 20], "ignore": true}]}"#)
    let noise = Picture()
    var exposure = noise.exposure(of: truth)
    for _ in 0..<2 { exposure.judge(noise, noise.flattened(105, 45, 20)) }
    #expect(exposure.destroyedCount == 0)
    #expect(exposure.farCount > 0)
    #expect(exposure.judgedCount == 0)
  }

  @Test func `spill is not counted where faces are missing in the truth`() throws {
    let truth = try truth(ranges: "[[1, 2]]")
    let noise = Picture()
    var exposure = noise.exposure(of: truth)
    var counts: [Int] = []
    for _ in 0..<4 {
      exposure.judge(noise, noise.flattened(0, 0, 40))
      counts.append(exposure.farCount / (Picture.width * Picture.height))
    }
    #expect(counts == [1, 1, 1, 2])
  }

  @Test func `flat picture has nothing to lose`() throws {
    let truth = try truth(#"{"index": 0, "faces": [{"id": 1, "box": [30, 30, 20, 20]}]}"#)
    let flat = Picture().flattened(0, 0, Picture.width)
    var exposure = flat.exposure(of: truth)
    exposure.judge(flat, Picture())
    #expect(exposure.judgedCount == 0)
    #expect(exposure.farCount == 0)
    #expect(exposure.spill == 0)
  }

  @Test(arguments: [(15.9, false, 0), (16, false, 1), (40, true, 0), (40, false, 1)])
  func `small and ignored faces are not judged`(side: Double, isIgnored: Bool, count: Int) throws {
    let truth = try truth(
      #"{"index": 0, "faces": [{"id": 1, "box": [30, 30, \#(side), 40], "ignore": \#(isIgnored)}]}"#
    )
    let noise = Picture()
    var exposure = noise.exposure(of: truth)
    exposure.judge(noise, noise)
    #expect(exposure.judgedCount == count)
    #expect(exposure.exposed.count == count)
  }

  @Test func `runs are counted for each person`() throws {
    let both = #"[{"id": 1, "box": [10, 10, 30, 30]}, {"id": 2, "box": [100, 10, 30, 30]}]"#
    let truth = try truth(
      (0..<8).map { #"{"index": \#($0), "faces": \#(both)}"# }.joined(separator: ","))
    let noise = Picture()
    var exposure = noise.exposure(of: truth)
    // Where each of the two is covered, frame by frame.
    let covered: [(Bool, Bool)] = [
      (false, true), (false, true), (true, false), (true, false), (false, false), (true, true),
      (false, true), (false, true),
    ]
    for (first, second) in covered {
      var output = noise
      if first { output = output.flattened(5, 5, 45) }
      if second { output = output.flattened(95, 5, 45) }
      exposure.judge(noise, output)
    }
    #expect(exposure.judgedCount == 16)
    #expect(exposure.exposed.map(\.frame) == [0, 1, 2, 3, 4, 4, 6, 7])
    #expect(exposure.exposed.map(\.face.id) == [1, 1, 2, 2, 1, 2, 1, 1])
    #expect(exposure.exposedFrames == [0, 1, 2, 3, 4, 6, 7])
    #expect(exposure.longestRun == 3)
  }

  @Test func `boxes are brought to the size of the footage`() throws {
    let truth = try truth(
      #"{"index": 0, "faces": [{"id": 7, "box": [60, 20, 40, 20]}]}"#,
      width: 2 * Picture.width, height: Picture.height / 2)
    let noise = Picture()
    var exposure = noise.exposure(of: truth)
    exposure.judge(noise, noise.flattened(25, 35, 30))
    let sighting = try #require(exposure.sightings.first)
    let face = sighting.face
    #expect([face.left, face.top, face.width, face.height] == [30, 40, 20, 40])
    // The upper half of the face is covered.
    #expect((0.3...0.7).contains(sighting.detail))
  }

  @Test func `frames that one of the two lacks are counted and not judged`() throws {
    let truth = try truth(#"{"index": 1, "faces": [{"id": 1, "box": [30, 30, 20, 20]}]}"#)
    let noise = Picture()
    var exposure = noise.exposure(of: truth)
    exposure.judge(noise, noise)
    exposure.judge(noise, nil)
    exposure.judge(noise, nil)
    #expect(exposure.originalCount == 3)
    #expect(exposure.outputCount == 1)
    #expect(exposure.judgedCount == 0)
  }

  private func truth(
    _ frames: String..., ranges: String = "[]", width: Int = Picture.width,
    height: Int = Picture.height
  ) throws -> FaceTruth {
    try JSONDecoder().decode(
      FaceTruth.self,
      from: Data(
        #"""
        {"width": \#(width), "height": \#(height), "no_fp_count_ranges": \#(ranges),
         "frames": [\#(frames.joined(separator: ","))]}
        """#.utf8))
  }
}

/// A gray picture full of noise, the same each time.
private struct Picture {
  static let width = 160
  static let height = 120

  private var pixels: [UInt8]

  init() {
    var state: UInt32 = 1
    pixels = (0..<Picture.width * Picture.height).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
  }

  /// With one gray in a square, as far as it is inside.
  func flattened(_ left: Int, _ top: Int, _ side: Int) -> Picture {
    var picture = self
    for y in top..<min(top + side, Picture.height) {
      for x in left..<min(left + side, Picture.width) {
        picture.pixels[y * Picture.width + x] = 128
      }
    }
    return picture
  }

  func exposure(of truth: FaceTruth) -> Exposure {
    Exposure(truth: truth, width: Picture.width, height: Picture.height)
  }

  func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) { pixels.withUnsafeBytes(body) }
}

extension Exposure {
  fileprivate mutating func judge(_ original: Picture, _ output: Picture?) {
    original.withBytes { first in
      if let output {
        output.withBytes { second in judge(original: first, output: second) }
      } else {
        judge(original: first, output: nil)
      }
    }
  }
}
