import Foundation
import TestSupport
import Testing

/// Faces are covered in every frame, and nothing but faces.
@Suite struct CoverTests {
  /// Footage of a face, made from a sample.
  struct Scene: Sendable, CustomTestStringConvertible {
    let name: String
    let sample: SampleFootage
    /// The first frame of the sample that is in it.
    var firstFrame = 0
    let frameCount: Int
    /// How it is made from a lossless cut of the sample.
    var options = ""
    /// The display matrix that is written into it, as 16.16 numbers but for the last column.
    var matrix: [Int32]?

    var testDescription: String { name }
  }

  private static let x264 = "-c:v libx264 -crf 12 -preset ultrafast"

  static let scenes = [
    Scene(name: "carphone.mp4", sample: .carphone, frameCount: 120, options: x264),
    Scene(name: "single.mp4", sample: .singleFace, frameCount: 72, options: x264),
    // A hand comes before the face and goes again.
    Scene(name: "hand.mp4", sample: .hands, firstFrame: 80, frameCount: 64, options: x264),
    // The head is laid aside.
    Scene(name: "tilt.mp4", sample: .hands, firstFrame: 420, frameCount: 52, options: x264),
  ]

  static let variants = [
    Scene(
      name: "turned-90.mp4", sample: .singleFace, frameCount: 12,
      options: "\(x264) -vf transpose=cclock", matrix: [0, 1, 0, -1, 0, 0, 0, 0]),
    Scene(
      name: "turned-180.mov", sample: .singleFace, frameCount: 12,
      options: "\(x264) -vf hflip,vflip", matrix: [-1, 0, 0, 0, -1, 0, 0, 0]),
    Scene(
      name: "turned-270.mp4", sample: .singleFace, frameCount: 12,
      options: "\(x264) -vf transpose=clock", matrix: [0, -1, 0, 1, 0, 0, 0, 0]),
    Scene(
      name: "mirrored.mp4", sample: .singleFace, frameCount: 12, options: "\(x264) -vf hflip",
      matrix: [-1, 0, 0, 0, 1, 0, 0, 0]),
    Scene(
      name: "narrow.mp4", sample: .singleFace, frameCount: 12,
      options: "\(x264) -vf scale=320:360,setsar=2/1"),
    Scene(
      name: "10-bit-444.mp4", sample: .singleFace, frameCount: 12,
      options: "\(x264) -pix_fmt yuv444p10le"),
    Scene(
      name: "gray.mkv", sample: .singleFace, frameCount: 12, options: "-c:v ffv1 -pix_fmt gray"),
    Scene(
      name: "rgb.mkv", sample: .singleFace, frameCount: 12, options: "-c:v ffv1 -pix_fmt bgr0"),
    Scene(
      name: "full-range.avi", sample: .singleFace, frameCount: 12,
      options: "-c:v mjpeg -q:v 2 -pix_fmt yuvj422p"),
    Scene(
      name: "fields.ts", sample: .singleFace, frameCount: 12,
      options: "-c:v mpeg2video -q:v 2 -flags +ildct+ilme -top 1 -vf setfield=tff"),
  ]

  private let bench: Workbench

  init() throws { bench = try Workbench(detail: "balanced") }

  @Test(arguments: scenes + variants)
  func `the face is covered in every frame`(scene: Scene) throws {
    let clip = try Self.clip(scene)
    let output = try bench.anonymized(clip, scene.name)
    let exposure = try Exposure(
      clip, output, Self.truth(scene), firstFrame: scene.firstFrame)
    #expect(exposure.originalCount == scene.frameCount)
    #expect(exposure.outputCount == scene.frameCount)
    #expect(exposure.judgedCount == scene.frameCount)
    #expect(exposure.longestRun == 0, "frames \(exposure.exposedFrames)")
    guard scene.matrix != nil else { return }
    let matrix = try #require(Probe(clip).stream("video").displayMatrix)
    #expect(try Probe(output).stream("video").displayMatrix == matrix)
  }

  @Test func `the judge sees a face that is not covered`() throws {
    let scene = Scene(
      name: "beginning.mp4", sample: .singleFace, frameCount: 12, options: Self.x264)
    let clip = try Self.clip(scene)
    // No detection is that sure.
    let output = try bench.anonymized(clip, "out.mp4", "--threshold", "1")
    let exposure = try Exposure(clip, output, Self.truth(scene))
    #expect(exposure.exposedFrames == Array(0..<scene.frameCount))
    #expect(exposure.longestRun == scene.frameCount)
    #expect(exposure.sightings.allSatisfy { $0.detail > 0.85 })
  }

  @Test func `a cut to a scene without faces ends the cover`() throws {
    let clip = try cut(from: "face", to: "animals")
    let output = try bench.anonymized(clip, "out.mkv", "--codec", "ffv1")
    #expect(try changedFrames(clip, output) == Array(0..<15))
    let exposure = try Exposure(clip, output, Truths.singleFace())
    #expect(exposure.exposedFrames.filter { $0 < 15 } == [])
  }

  @Test func `a cut to a face covers it from its first frame`() throws {
    let clip = try cut(from: "animals", to: "face")
    let output = try bench.anonymized(clip, "out.mkv", "--codec", "ffv1")
    #expect(try changedFrames(clip, output) == Array(15..<30))
  }

  @Test(arguments: [("clock", "cclock"), ("cclock", "clock"), ("180", "180")])
  func `a head that lies or stands upside down is covered`(turn: String, back: String) throws {
    // Nothing in the file says that it is turned.
    func filter(_ turn: String) -> String {
      turn == "180" ? "-vf hflip,vflip" : "-vf transpose=\(turn)"
    }
    let clip = try Clips.clip(
      "lying-\(turn).mkv", from: .singleFace, "-an -frames:v 24 \(filter(turn)) -c:v ffv1")
    let output = try bench.anonymized(clip, "out.mkv")
    let raised = try [("before", clip), ("after", output)].map { name, path in
      try Clips.clip("raised-\(turn)-\(name).mkv", from: [path], "\(filter(back)) -c:v ffv1")
    }
    let exposure = try Exposure(raised[0], raised[1], Truths.singleFace())
    #expect(exposure.judgedCount == 24)
    #expect(exposure.exposedFrames == [])
  }

  @Test(arguments: ["fast", "thorough"])
  func `a plain face is covered however closely it is looked for`(detail: String) throws {
    let clip = try Clips.clip("plain-face.mkv", from: .singleFace, "-an -frames:v 12 -c:v ffv1")
    let output = try bench.anonymized(clip, "out.mkv", "--detail", detail)
    let exposure = try Exposure(clip, output, Truths.singleFace())
    #expect(exposure.judgedCount == 12)
    #expect(exposure.exposedFrames == [])
  }

  @Test func `a face is covered in broken pictures between whole ones`() throws {
    // In negative the detector sees no face, and the scene seems to be cut before and after it.
    let clip = try Clips.clip(
      "negative.mkv", from: .singleFace,
      "-an -frames:v 24 -vf negate=enable='between(n,10,12)' -c:v ffv1")
    let output = try bench.anonymized(clip, "out.mkv")
    let exposure = try Exposure(clip, output, Truths.singleFace())
    #expect(exposure.judgedCount == 24)
    #expect(exposure.exposedFrames == [])
  }

  @Test(
    arguments: [
      // The face is 155 to 160 pixels wide, with two percent on either side.
      (["--scale", "40"], 40), (["--scale", "60", "--cells", "8"], 60),
      (["--scale", "4", "--cells", "5"], 33), (["--scale", "4", "--cells", "8"], 21),
    ])
  func `a cell has the size that is asked for, or as many as there may be fit into the face`(
    options: [String], side: Int
  ) throws {
    let clip = try lossless()
    try #require(
      try Binary.anonymize.run(
        options + ["--codec", "ffv1", clip, bench.path("out.mkv")], timeout: 600
      ).status == 0)
    let picture = try RGBFrame(bench.path("out.mkv"), width: 640, height: 360)
    // Neighbours may happen to have one colour, all of them do not.
    let blocks = [(298, 190), (270, 160), (330, 160), (298, 220)].map {
      picture.uniformBlock(x: $0, y: $1)
    }
    let (width, height) = (blocks.map(\.width).min() ?? 0, blocks.map(\.height).min() ?? 0)
    #expect(abs(width - side) <= 2 && abs(height - side) <= 2, "\(blocks)")
  }

  @Test(arguments: ["ellipse", "rectangle"])
  func `the corners of the face's box are covered by a rectangle only`(shape: String) throws {
    let clip = try lossless()
    let output = try bench.anonymized(
      clip, "out.mkv", "--shape", shape, "--codec", "ffv1", "--margin", "0.15")
    let before = try RGBFrame(clip, width: 640, height: 360)
    let after = try RGBFrame(output, width: 640, height: 360)
    let box = try Truths.singleFace().boxes[0]
    // Within the box grown by 0.15 on each side, and outside of the ellipse that fills it.
    for (u, v) in [(-0.6, -0.6), (0.6, -0.6), (-0.6, 0.6), (0.6, 0.6)] {
      let x = Int(box[0] + box[2] * (0.5 + u))
      let y = Int(box[1] + box[3] * (0.5 + v))
      let block = (x: x - 5, y: y - 5, side: 10)
      #expect(before.differs(from: after, in: block) == (shape == "rectangle"), "\(u) \(v)")
    }
    #expect(before.differs(from: after, in: (x: 290, y: 190, side: 10)))
  }

  /// A lossless cut of two frames.
  private func lossless() throws -> String {
    try Clips.clip("two-frames.mkv", from: .singleFace, "-an -frames:v 2 -c:v ffv1")
  }

  /// Half a second each of a face and of a cartoon, in either order, lossless.
  private func cut(from first: String, to second: String) throws -> String {
    let face = try Clips.clip("cut-face.mkv", from: .singleFace, "-an -frames:v 15 -c:v ffv1")
    let animals = try Clips.clip(
      "cut-animals.mkv", from: .noFace, "-an -frames:v 15 -vf scale=640:360,fps=30 -c:v ffv1")
    let order = first == "face" ? [face, animals] : [animals, face]
    return try Clips.clip(
      "\(first)-\(second).mkv", from: order,
      "-lavfi [0:v]settb=1/30,setpts=N,setsar=1[a];[1:v]settb=1/30,setpts=N,setsar=1[b];[a][b]concat=n=2 "
        + "-c:v ffv1 -r 30")
  }

  /// The frames of which the output shows another picture.
  private func changedFrames(_ clip: String, _ output: String) throws -> [Int] {
    let before = try GrayFootage(clip, width: 640, height: 360)
    let after = try GrayFootage(output, width: 640, height: 360)
    #expect(before.count == 30 && after.count == 30)
    let size = 640 * 360
    return (0..<min(before.count, after.count)).filter { frame in
      before.bytes[frame * size..<(frame + 1) * size]
        != after.bytes[frame * size..<(frame + 1) * size]
    }
  }

  private static func truth(_ scene: Scene) throws -> FaceTruth {
    switch scene.sample {
    case .carphone: try Truths.carphone()
    case .hands: try Truths.hands()
    default: try Truths.singleFace()
    }
  }

  private static func clip(_ scene: Scene) throws -> String {
    let end = scene.firstFrame + scene.frameCount
    let source = try Clips.clip(
      "\(scene.sample)-\(scene.firstFrame)-\(end).mkv", from: scene.sample,
      "-an -vf trim=start_frame=\(scene.firstFrame):end_frame=\(end),setpts=PTS-STARTPTS -c:v ffv1")
    let coded = try Clips.clip("scene-\(scene.name)", from: [source], scene.options)
    guard let matrix = scene.matrix else { return coded }
    return try Clips.file("matrix-\(scene.name)") { path in
      try DisplayMatrix(matrix).write(into: coded, as: path)
    }
  }
}
