import Foundation
import Media
import Testing

@testable import FaceDetection

/// Looks at the sample pictures in many ways and compares with one plain look.
@Suite struct FaceFinderTests {
  static let samples = ["single_face", "multi_face"]
  /// Each orientation's value in Exif with that of its inverse.
  static let orientations = [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 8), (7, 7), (8, 6)]
  private static let detectors = Detectors()

  /// One detector for each input size, made when it is first needed.
  private final class Detectors: @unchecked Sendable {  // `lock` protects `made`.
    private let lock = NSLock()
    private var made: [PixelSize: CenterFaceDetector] = [:]

    func detector(for size: PixelSize) throws -> CenterFaceDetector {
      try lock.withLock {
        if let detector = made[size] { return detector }
        let detector = try CenterFaceDetector(
          inputSize: size, files: Fixture.detectionFiles(), threads: 1, precision: .float32,
          threshold: 0.3)
        made[size] = detector
        return detector
      }
    }
  }

  private func geometry(
    _ frame: borrowing Frame, orientation: Orientation = .upright, aspect: Rational = Rational(1, 1)
  ) -> FrameGeometry {
    FrameGeometry(codedSize: frame.size, pixelAspect: aspect, orientation: orientation)
  }

  private func faces(
    in frame: borrowing Frame, by pass: DetectionPass, geometry: FrameGeometry
  ) throws -> [Face] {
    let detector = try Self.detectors.detector(for: pass.inputSize)
    var finder = FaceFinder(geometry: geometry, detectors: DetectorPool { _ in detector })
    return try finder.faces(in: frame, by: pass)
  }

  /// The sure faces of a sample picture by one look at all of it, and its size.
  private func plainFaces(_ name: String) throws -> (faces: [Face], size: PixelSize) {
    let frame = try SampleFrame.decoded(name)
    let pass = DetectionPass(longSide: 640, uprightSize: frame.size)
    let faces = try faces(in: frame, by: pass, geometry: geometry(frame)).filter { $0.score > 0.5 }
    try #require(!faces.isEmpty)
    return (faces, frame.size)
  }

  private func expect(
    _ face: Face, among found: [Face], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let match = found.max {
      $0.box.intersectionOverUnion(face.box) < $1.box.intersectionOverUnion(face.box)
    }
    guard let match else {
      Issue.record("no face was found", sourceLocation: sourceLocation)
      return
    }
    let overlap = match.box.intersectionOverUnion(face.box)
    #expect(overlap > 0.8, sourceLocation: sourceLocation)
    for (point, other) in zip(match.landmarks.points, face.landmarks.points) {
      let distance = hypot(point.x - other.x, point.y - other.y)
      #expect(distance < 0.1 * face.box.width, sourceLocation: sourceLocation)
    }
  }

  /// A face of a picture in the same picture turned, stretched along its rows first.
  private func moved(_ face: Face, by geometry: FrameGeometry, swapsSides: Bool = false) -> Face {
    let points = face.landmarks.points.map(geometry.upright)
    return Face(
      box: geometry.upright(face.box), score: face.score,
      landmarks: FaceLandmarks(
        leftEye: points[swapsSides ? 1 : 0], rightEye: points[swapsSides ? 0 : 1],
        nose: points[2], mouthLeft: points[swapsSides ? 4 : 3],
        mouthRight: points[swapsSides ? 3 : 4]))
  }

  @Test(arguments: samples, ["yuv420p", "nv12", "yuv420p10le", "p010le", "yuyv422", "rgb24"])
  func `faces stay in their places in every pixel format and region`(
    name: String, format: String
  ) throws {
    let (expected, size) = try plainFaces(name)
    let frame = try SampleFrame.decoded(name, format: format)
    #expect(frame.format.description == format)
    let whole = DetectionPass(longSide: 640, uprightSize: size)
    let all = try faces(in: frame, by: whole, geometry: geometry(frame))
    for face in expected {
      expect(face, among: all)
      for growth in [0.6, 1.5] {
        let region = face.box.grown(by: growth)
        // As large as in the look at the whole, so that the detector judges alike.
        let side = max(region.width, region.height) * 640 / Double(max(size.width, size.height))
        let pass = DetectionPass(longSide: Int(side), uprightSize: size, region: region)
        expect(face, among: try faces(in: frame, by: pass, geometry: geometry(frame)))
      }
    }
  }

  @Test(arguments: samples, orientations)
  func `faces stay in their places however the coded picture lies`(
    name: String, orientation: (value: Int, inverse: Int)
  ) throws {
    let (expected, size) = try plainFaces(name)
    let turn = try #require(Orientation(exif: orientation.inverse))
    let frame = try SampleFrame.decoded(name, turn: turn)
    let geometry = geometry(frame, orientation: try #require(Orientation(exif: orientation.value)))
    try #require(geometry.uprightSize == size)
    let whole = DetectionPass(longSide: 640, uprightSize: size)
    let all = try faces(in: frame, by: whole, geometry: geometry)
    for face in expected {
      expect(face, among: all)
      let pass = DetectionPass(
        longSide: 320, uprightSize: size, region: face.box.grown(by: 1.5), isMirrored: true)
      expect(face, among: try faces(in: frame, by: pass, geometry: geometry))
    }
  }

  @Test(arguments: samples, [Rational(8, 9), Rational(9, 8)])
  func `faces stay in their places where pixels are not square`(
    name: String, aspect: Rational
  ) throws {
    let (expected, _) = try plainFaces(name)
    let frame = try SampleFrame.decoded(name)
    let geometry = geometry(frame, aspect: aspect)
    let whole = DetectionPass(longSide: 640, uprightSize: geometry.uprightSize)
    let all = try faces(in: frame, by: whole, geometry: geometry)
    for face in expected.map({ moved($0, by: geometry) }) {
      expect(face, among: all)
      let pass = DetectionPass(
        longSide: 320, uprightSize: geometry.uprightSize, region: face.box.grown(by: 1))
      expect(face, among: try faces(in: frame, by: pass, geometry: geometry))
    }
  }

  @Test(arguments: samples, 1...3)
  func `a quarter turn finds heads that do not stand upright`(
    name: String, quarterTurns: Int
  ) throws {
    let (expected, size) = try plainFaces(name)
    let lying = Orientation(quarterTurns: -quarterTurns)
    let moves = FrameGeometry(codedSize: size, pixelAspect: Rational(1, 1), orientation: lying)
    let frame = try SampleFrame.decoded(name, turn: lying)
    let geometry = geometry(frame)
    for isMirrored in [false, true] {
      let whole = DetectionPass(
        longSide: 640, uprightSize: frame.size, quarterTurns: quarterTurns, isMirrored: isMirrored)
      let all = try faces(in: frame, by: whole, geometry: geometry)
      for face in expected.map({ moved($0, by: moves) }) {
        expect(face, among: all)
        let pass = DetectionPass(
          longSide: 320, uprightSize: frame.size, region: face.box.grown(by: 1.5),
          quarterTurns: quarterTurns, isMirrored: isMirrored)
        expect(face, among: try faces(in: frame, by: pass, geometry: geometry))
      }
    }
  }

  @Test(arguments: samples) func `a mirrored look keeps left and right apart`(name: String) throws {
    let (expected, size) = try plainFaces(name)
    let pass = DetectionPass(longSide: 640, uprightSize: size, isMirrored: true)
    let frame = try SampleFrame.decoded(name)
    let found = try faces(in: frame, by: pass, geometry: geometry(frame))
    let mirrored = try SampleFrame.decoded(name, turn: .mirrored)
    let moves = FrameGeometry(codedSize: size, pixelAspect: Rational(1, 1), orientation: .mirrored)
    let foundMirrored = try faces(in: mirrored, by: pass, geometry: geometry(mirrored))
    for face in expected {
      expect(face, among: found)
      expect(moved(face, by: moves, swapsSides: true), among: foundMirrored)
    }
  }

  @Test func `a view that is kept is not painted over`() throws {
    let frame = try SampleFrame.decoded("single_face")
    let pass = DetectionPass(longSide: 192, uprightSize: frame.size)
    let corner = Box(x: 0, y: 0, width: 64, height: 64)
    let detector = try Self.detectors.detector(for: pass.inputSize)
    var finder = FaceFinder(geometry: geometry(frame), detectors: DetectorPool { _ in detector })
    let first = try finder.view(of: frame, by: pass)
    let bytes = first.picture.bytes
    let other = try finder.view(
      of: frame, by: DetectionPass(inputSize: pass.inputSize, region: corner))
    #expect(first.picture.bytes == bytes)
    #expect(other.picture.bytes != bytes)
    #expect(other.crop.x == 0 && other.crop.y == 0)
  }
}
