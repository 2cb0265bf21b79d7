import Foundation
import Testing

@testable import Media

@Suite struct EncoderTests {
  static let names = ["libsvtav1", "libaom-av1", "libx264", "libx265", "libvpx-vp9"]

  // Some encoders' threads wait for ever where they are closed at the wrong moment.
  @Test(arguments: names, 0..<3)
  func `can be closed before the end`(name: String, frames: Int) throws {
    let stream = try RoundTripTests.source(RoundTripTests.sample)
    let format = try #require(PixelFormat(name: "yuv420p"))
    var settings = EncoderSettings()
    settings.encoderName = name
    let encoder = try Encoder(
      like: RoundTripTests.frame(0, format: format), source: stream,
      container: OutputContainer(forFileName: "out.mkv"), settings: settings)
    for number in 0..<frames {
      let frame = try RoundTripTests.frame(number, format: format)
      try encoder.encode(frame, time: Int64(number) * 512, duration: 512) { _ in }
    }
  }
}
