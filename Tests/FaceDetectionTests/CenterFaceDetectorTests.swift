import Foundation
import Media
import Testing

@testable import FaceDetection

@Suite struct CenterFaceDetectorTests {
  private func detector(
    for picture: RGBPicture, precision: InferencePrecision? = .float32
  ) throws -> CenterFaceDetector {
    try CenterFaceDetector(
      inputSize: picture.size, files: Fixture.detectionFiles(), threads: 1, precision: precision)
  }

  @Test(arguments: ["multi_face", "single_face"])
  func `faces are those of the reference implementation`(name: String) throws {
    let picture = try Fixture.picture(name)
    let expected = try Fixture.referenceFaces(name)
    let faces = try detector(for: picture).faces(in: picture)

    #expect(!expected.isEmpty)
    try #require(faces.count == expected.count)
    for (face, reference) in zip(faces, expected) {
      #expect(abs(face.score - reference.score) < 0.01)
      #expect(abs(face.box.x - reference.box.x) < 1)
      #expect(abs(face.box.y - reference.box.y) < 1)
      #expect(abs(face.box.maxX - reference.box.maxX) < 1)
      #expect(abs(face.box.maxY - reference.box.maxY) < 1)
      for (point, other) in zip(face.landmarks.points, reference.landmarks.points) {
        #expect(abs(point.x - other.x) < 1)
        #expect(abs(point.y - other.y) < 1)
      }
    }
  }

  @Test(arguments: ["multi_face", "single_face"])
  func `the processor's own precision finds the same sure faces`(name: String) throws {
    let picture = try Fixture.picture(name)
    let expected = try Fixture.referenceFaces(name).filter { $0.score > 0.5 }
    let faces = try detector(for: picture, precision: nil).faces(in: picture)
      .filter { $0.score > 0.5 }

    #expect(faces.count == expected.count)
    for reference in expected {
      #expect(faces.contains { $0.box.intersectionOverUnion(reference.box) > 0.9 })
    }
  }

  @Test func `a picture leaves no trace in the next one's faces`() throws {
    let picture = try Fixture.picture("single_face")
    let detector = try detector(for: picture)
    let faces = try detector.faces(in: picture)

    #expect(faces.count == 1)
    #expect(try detector.faces(in: RGBPicture(size: picture.size)) == [])
    #expect(try detector.faces(in: picture) == faces)
  }

  @Test func `detections up to the threshold are left out`() throws {
    let picture = try Fixture.picture("multi_face")
    let scores = try Fixture.referenceFaces("multi_face").map(\.score)
    let middle = try #require(scores.dropFirst().first) - 0.001
    let detector = try CenterFaceDetector(
      inputSize: picture.size, files: Fixture.detectionFiles(), threads: 1, precision: .float32,
      threshold: middle)
    #expect(try detector.faces(in: picture).count == 2)
  }

  @Test func `a picture of another size is refused`() throws {
    let detector = try detector(for: RGBPicture(size: PixelSize(width: 64, height: 32)))
    let other = RGBPicture(size: PixelSize(width: 32, height: 64))
    let error = #expect(throws: DetectionError.self) { try detector.faces(in: other) }
    #expect(error?.code == .inferenceFailed)
    #expect(error?.message.contains("32x64") == true)
  }

  @Test func `a picture with bytes missing is refused`() throws {
    var picture = RGBPicture(size: PixelSize(width: 64, height: 32))
    let detector = try detector(for: picture)
    picture.bytes.removeLast()
    let error = #expect(throws: DetectionError.self) { try detector.faces(in: picture) }
    #expect(error?.code == .inferenceFailed)
  }

  private func error(model: String, library: String? = nil) throws -> DetectionError? {
    var files = try Fixture.detectionFiles()
    files.model = model
    files.library = library ?? files.library
    return #expect(throws: DetectionError.self) {
      try CenterFaceDetector(
        inputSize: PixelSize(width: 64, height: 32), files: files, threads: 1)
    }
  }

  @Test func `a model that is not there is named`() throws {
    let folder = try TemporaryFolder()
    let missing = try error(model: "\(folder.path)/none.onnx")
    #expect(missing?.code == .modelMissing)
    #expect(missing?.message.contains("\(folder.path)/none.onnx") == true)
    #expect(missing?.advice.contains("make setup") == true)
    #expect(try error(model: folder.path)?.code == .modelMissing)
  }

  @Test(arguments: ["", "This is a page of text and no network.\n"])
  func `a file that is no network is named`(text: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("text.onnx", text)
    let error = try error(model: path)
    #expect(error?.code == .modelInvalid)
    #expect(error?.message.contains(path) == true)
  }

  @Test func `a network that is cut short is refused with OpenVINO's word`() throws {
    let folder = try TemporaryFolder()
    let whole = try Data(contentsOf: URL(fileURLWithPath: Fixture.path("relu.onnx")))
    let path = "\(folder.path)/cut.onnx"
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: path))
    let error = try error(model: path)
    #expect(error?.code == .modelInvalid)
    #expect(error?.message.contains(path) == true)
    #expect(error?.cause?.isEmpty == false)
  }

  @Test func `another network is not taken for CenterFace`() throws {
    let error = try error(model: Fixture.path("relu.onnx"))
    #expect(error?.code == .modelInvalid)
    #expect(error?.message.contains("'537' of 1x1x8x16 floats") == true)
  }

  @Test func `a runtime that is not there is named`() throws {
    let files = try Fixture.detectionFiles()
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/libopenvino_c.so"
    let error = try error(model: files.model, library: path)
    #expect(error?.code == .runtimeMissing)
    #expect(error?.message.contains(path) == true)
    #expect(error?.advice.contains("make setup") == true)
  }
}
