import Foundation
import Media
import Testing

/// A sample picture, decoded as footage is.
enum SampleFrame {
  /// The picture of that name in `samples/footage`, in a pixel format, turned by `turn`.
  static func decoded(
    _ name: String, format: String = "yuv420p", turn: Orientation = .upright
  ) throws -> Frame {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "samples/footage/\(name).jpg").path
    let demuxer = try Demuxer(path: path)
    let decoder = try Decoder(for: #require(demuxer.streams.first), threads: 1)
    let converter = FrameConverter(to: try #require(PixelFormat(name: format)))
    let turner = FrameTurner(orientation: turn)
    var decoded: Frame?
    while let packet = try demuxer.read() {
      try decoder.decode(packet) { decoded = try turner.turn(converter.convert($0)) }
    }
    try decoder.finish { decoded = try turner.turn(converter.convert($0)) }
    guard let frame = decoded.take() else { throw MissingFrame() }
    return frame
  }

  struct MissingFrame: Error {}
}
