import Testing

@testable import Media

@Suite struct AudioEncoderChoiceTests {
  private func encoder(_ name: String, channels: Int32, rate: Int32 = 48000) throws -> CodecContext
  {
    try AudioEncoderChoice.open(
      for: OutputContainer(forFileName: name), layout: ChannelLayout(count: channels), rate: rate)
  }

  @Test(arguments: [
    ("out.mp4", "aac"), ("out.mov", "aac"), ("out.3gp", "aac"), ("out.webm", "opus"),
    ("out.mkv", "aac"), ("out.ts", "aac"), ("out.flv", "aac"), ("out.mpg", "mp2"),
    ("out.avi", "pcm_s16le"),
  ])
  func `the coding that a container gets`(name: String, codec: String) throws {
    #expect(try encoder(name, channels: 2).codecName == codec)
  }

  @Test func `a container without sound gets none`() throws {
    let error = #expect(throws: MediaError.self) { try encoder("out.gif", channels: 2) }
    #expect(error?.code == .unencodable)
  }

  @Test(arguments: [
    ("out.mpg", 6, "ac3", 6), ("out.mpg", 8, "ac3", 6), ("out.webm", 8, "opus", 8),
    ("out.mp4", 8, "aac", 8), ("out.flv", 6, "aac", 6), ("out.avi", 6, "pcm_s16le", 6),
  ])
  func `a coding that keeps all channels comes first`(
    name: String, channels: Int, codec: String, kept: Int
  ) throws {
    let encoder = try encoder(name, channels: Int32(channels))
    #expect(encoder.codecName == codec)
    #expect(encoder.channels.count == Int32(kept))
  }

  @Test(arguments: [8000, 11025, 16000, 22050, 24000, 32000, 44100, 48000, 96000] as [Int32])
  func `every rate has an encoder in every container`(rate: Int32) throws {
    for name in ["out.mp4", "out.webm", "out.mpg", "out.avi", "out.flv", "out.ts"] {
      for channels in 1...2 as ClosedRange<Int32> {
        #expect(try encoder(name, channels: channels, rate: rate).channels.count == channels)
      }
    }
  }

  @Test(arguments: [
    (1, ["mono", "mono", "stereo"]), (2, ["stereo", "stereo", "mono"]),
    (6, ["5.1", "5.1", "stereo", "mono"]), (8, ["7.1", "7.1", "5.1", "stereo", "mono"]),
    (13, ["5.1", "stereo", "mono"]),
  ])
  func `all channels first, then fewer`(count: Int, expected: [String]) {
    let layouts = AudioEncoderChoice.layouts(for: ChannelLayout(count: Int32(count)))
    #expect(layouts.map(\.description) == expected)
  }

  @Test func `a sample rate is kept, else the next higher, else the highest is taken`() {
    let rates: [Int32] = [48000, 44100, 32000, 16000]
    #expect(AudioEncoderChoice.rate(for: 44100, among: rates) == 44100)
    #expect(AudioEncoderChoice.rate(for: 22050, among: rates) == 32000)
    #expect(AudioEncoderChoice.rate(for: 96000, among: rates) == 48000)
    #expect(AudioEncoderChoice.rate(for: 12345, among: []) == 12345)
  }
}
