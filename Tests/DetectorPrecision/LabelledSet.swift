import Foundation
import Media

/// Pictures whose faces people marked.
struct LabelledSet {
  /// One picture, decoded as footage is.
  final class Picture {
    let file: String
    let frame: Frame
    let truth: Truth

    init(file: String, frame: consuming Frame, truth: Truth) {
      self.file = file
      self.frame = frame
      self.truth = truth
    }

    var size: PixelSize { frame.size }
  }

  let pictures: [Picture]

  /// How many faces count.
  var faceCount: Int { pictures.reduce(0) { $0 + $1.truth.count } }

  private struct Listing: Decodable {
    struct Entry: Decodable {
      var file: String
      var width: Int
      var height: Int
      var faces: [[Double]]
      var ignore: [Int]
    }
    var images: [Entry]
  }

  /// Reads `FOLDER/NAME.json` and the pictures in `FOLDER/NAME/`.
  ///
  /// The listing has an array `images` of objects with `file`, `width`, `height`, `faces` (each x,
  /// y, width, height in pixels) and `ignore` (indices of faces). Throws where a file can't be read
  /// or a picture does not have the size that is listed.
  init(folder: String, name: String) throws {
    let path = "\(folder)/\(name).json"
    let listing = try JSONDecoder().decode(
      Listing.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    pictures = try listing.images.map { entry in
      let frame = try LabelledSet.frame(of: "\(folder)/\(name)/\(entry.file)")
      guard frame.size == PixelSize(width: entry.width, height: entry.height),
        entry.faces.allSatisfy({ $0.count == 4 }),
        entry.ignore.allSatisfy(entry.faces.indices.contains)
      else { throw Failure(message: "\(path): what it says of \(entry.file) does not fit") }
      let boxes = entry.faces.map { Box(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
      return Picture(
        file: entry.file, frame: frame, truth: Truth(boxes: boxes, ignored: Set(entry.ignore)))
    }
  }

  private static func frame(of path: String) throws -> Frame {
    let demuxer = try Demuxer(path: path)
    guard let stream = demuxer.streams.first(where: { $0.kind == .video }) else {
      throw Failure(message: "\(path): it is no picture")
    }
    let decoder = try Decoder(for: stream, threads: 1)
    var decoded: Frame?
    func keep(_ frame: consuming Frame) { decoded = consume frame }
    while let packet = try demuxer.read() { try decoder.decode(packet, into: keep) }
    try decoder.finish(into: keep)
    guard let frame = decoded.take() else { throw Failure(message: "\(path): it holds no picture") }
    guard let format = frame.format.nearestPaintable else {
      throw Failure(message: "\(path): pictures in \(frame.format) cannot be read")
    }
    return try FrameConverter(to: format).convert(frame)
  }
}
