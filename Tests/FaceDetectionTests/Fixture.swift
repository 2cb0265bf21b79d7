import Foundation
import Media
import Testing

@testable import FaceDetection

/// What lies in the folder `Fixtures`, whose README says where it came from.
enum Fixture {
  static func path(_ name: String) throws -> String {
    try #require(Bundle.module.path(forResource: "Fixtures/\(name)", ofType: nil))
  }

  /// OpenVINO and the network, found from this source file: the build folder may be anywhere.
  static func detectionFiles() throws -> DetectionFiles {
    try .located(for: #filePath, environment: ProcessInfo.processInfo.environment)
  }

  /// A picture in the format P6 of Netpbm, as `make_reference.py` writes it.
  static func picture(_ name: String) throws -> RGBPicture {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path("\(name).ppm"))))
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 3)
    let header = lines.prefix(3).flatMap {
      String(decoding: $0, as: UTF8.self).split(separator: " ")
    }
    try #require(header.count == 4 && header[0] == "P6" && header[3] == "255")
    let size = PixelSize(width: try #require(Int(header[1])), height: try #require(Int(header[2])))
    var picture = RGBPicture(size: size)
    let pixels = bytes.suffix(picture.bytes.count)
    try #require(pixels.startIndex == lines[3].startIndex)
    picture.bytes = Array(pixels)
    return picture
  }

  /// The faces that the reference implementation finds on a picture, the surest first.
  static func referenceFaces(_ name: String) throws -> [Face] {
    struct Entry: Decodable {
      var box: [Double]
      var score: Float
      var landmarks: [[Double]]
    }
    let data = try Data(contentsOf: URL(fileURLWithPath: path("reference.json")))
    let entries = try #require(JSONDecoder().decode([String: [Entry]].self, from: data)[name])
    return entries.map { entry in
      let points = entry.landmarks.map { Point(x: $0[0], y: $0[1]) }
      return Face(
        box: Box(
          x: entry.box[0], y: entry.box[1], width: entry.box[2] - entry.box[0],
          height: entry.box[3] - entry.box[1]),
        score: entry.score,
        landmarks: FaceLandmarks(
          leftEye: points[0], rightEye: points[1], nose: points[2], mouthLeft: points[3],
          mouthRight: points[4]))
    }
  }
}

extension FaceLandmarks {
  var points: [Point] { [leftEye, rightEye, nose, mouthLeft, mouthRight] }

  static let atOrigin = FaceLandmarks(
    leftEye: Point(x: 0, y: 0), rightEye: Point(x: 0, y: 0), nose: Point(x: 0, y: 0),
    mouthLeft: Point(x: 0, y: 0), mouthRight: Point(x: 0, y: 0))
}
