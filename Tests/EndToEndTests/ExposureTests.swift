import Foundation
import TestSupport
import Testing

/// The judge of covers on footage that other programs than this one have changed.
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
    #expect(exposure.details.count == 2)
    for detail in exposure.details {
      #expect(details.contains(try #require(detail)))
    }
    #expect(exposure.longestRun == (details.lowerBound > Exposure.limit ? 2 : 0))
  }
}
