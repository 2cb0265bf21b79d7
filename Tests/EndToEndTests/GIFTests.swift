import Foundation
import TestSupport
import Testing

/// Moving pictures with a list of colours.
@Suite struct GIFTests {
  private let bench: Workbench

  init() throws { bench = try Workbench(detail: "balanced") }

  private static let palette = """
    -t 0.5 -an -filter_complex \
    fps=10,scale=320:180,split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none
    """

  @Test func `what is not covered stays as it was, colour by colour`() throws {
    let clip = try Clips.clip("face.gif", from: .singleFace, Self.palette)
    let outcome = try bench.anonymize(clip, "out.gif")
    try #require(outcome.status == 0, "\(outcome.standardError)")
    let output = bench.path("out.gif")
    let (before, after) = (
      try RGBFrame(clip, width: 320, height: 180), try RGBFrame(output, width: 320, height: 180)
    )
    for corner in [(0, 0), (280, 0), (0, 140), (280, 140)] {
      #expect(!after.differs(from: before, in: (x: corner.0, y: corner.1, side: 40)))
    }
    let face = try #require(try Truths.singleFace().boxes.first)
    // The truth is of footage twice as wide.
    let middle = (
      x: Int(face[0] + face[2] / 2) / 2 - 10, y: Int(face[1] + face[3] / 2) / 2 - 10, side: 20
    )
    #expect(after.differs(from: before, in: middle))
    let sizes = try [clip, output].map { try Data(contentsOf: URL(fileURLWithPath: $0)).count }
    #expect(Double(sizes[1]) <= 1.5 * Double(sizes[0]))
  }

  @Test func `footage gets colours that suit it`() throws {
    let clip = try Clips.clip(
      "cartoon.mp4", from: .noFace, "-t 0.5 -an -r 10 -vf scale=320:180 -c:v libx264")
    let output = try bench.anonymized(clip, "out.gif")
    // A list that is the same for all footage gives some 24 dB.
    #expect(try Likeness.decibels(output, clip, frames: 5, format: "gbrp") >= 30)
  }
}
