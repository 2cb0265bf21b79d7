import CFFmpeg
import Testing

@testable import Media

@Suite struct AudioEncoderChoiceTests {
  @Test(arguments: [
    ("out.mp4", "aac"), ("out.mov", "aac"), ("out.3gp", "aac"), ("out.webm", "opus"),
    ("out.mkv", "aac"), ("out.ts", "aac"), ("out.flv", "aac"), ("out.mpg", "mp2"),
    ("out.avi", "pcm_s16le"),
  ])
  func `the coding that a container gets`(name: String, codec: String) throws {
    let container = try OutputContainer(forFileName: name)
    let first = try #require(AudioEncoderChoice.codecs(for: container).first)
    #expect(String(cString: avcodec_get_name(first)) == codec)
  }

  @Test func `a container without sound gets none`() throws {
    #expect(try AudioEncoderChoice.codecs(for: OutputContainer(forFileName: "out.gif")).isEmpty)
  }

  @Test func `a sample rate is kept, else the next higher, else the highest is taken`() {
    let rates: [Int32] = [48000, 44100, 32000, 16000]
    #expect(AudioEncoderChoice.rate(for: 44100, among: rates) == 44100)
    #expect(AudioEncoderChoice.rate(for: 22050, among: rates) == 32000)
    #expect(AudioEncoderChoice.rate(for: 96000, among: rates) == 48000)
    #expect(AudioEncoderChoice.rate(for: 12345, among: []) == 12345)
  }

  @Test(arguments: [
    ("5.1(side)", ["5.1", "5.1(side)", "stereo", "mono"]), ("mono", ["mono", "mono", "stereo"]),
    ("7.1", ["7.1", "7.1", "5.1", "stereo", "mono"]), ("2.1", ["2.1", "2.1", "stereo", "mono"]),
  ])
  func `all channels first, then fewer`(name: String, expected: [String]) {
    var layout = AVChannelLayout()
    #expect(av_channel_layout_from_string(&layout, name) == 0)
    let names = AudioEncoderChoice.layouts(for: layout).map { layout in
      var layout = layout
      var text = [CChar](repeating: 0, count: 64)
      _ = av_channel_layout_describe(&layout, &text, text.count)
      return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    }
    #expect(names == expected)
  }

  @Test(arguments: [
    ("out.mpg", "5.1", AV_CODEC_ID_AC3, 6), ("out.mpg", "stereo", AV_CODEC_ID_MP2, 2),
    ("out.mpg", "7.1", AV_CODEC_ID_AC3, 6), ("out.webm", "7.1", AV_CODEC_ID_OPUS, 8),
    ("out.mp4", "7.1", AV_CODEC_ID_AAC, 8), ("out.webm", "5.1(side)", AV_CODEC_ID_OPUS, 6),
  ])
  func `an encoder that keeps all channels comes first`(
    name: String, channels: String, codec: AVCodecID, count: Int32
  ) throws {
    var layout = AVChannelLayout()
    #expect(av_channel_layout_from_string(&layout, channels) == 0)
    let encoder = try AudioEncoderChoice.open(
      for: OutputContainer(forFileName: name), layout: layout, rate: 48000)
    #expect(encoder.pointer.pointee.codec_id == codec)
    #expect(encoder.pointer.pointee.ch_layout.nb_channels == count)
  }

  @Test(arguments: [8000, 11025, 16000, 22050, 24000, 32000, 44100, 48000, 96000] as [Int32])
  func `every rate has an encoder in every container`(rate: Int32) throws {
    for name in ["out.mp4", "out.webm", "out.mpg", "out.avi", "out.flv", "out.ts"] {
      for count in 1...2 as ClosedRange<Int32> {
        var layout = AVChannelLayout()
        av_channel_layout_default(&layout, count)
        let encoder = try AudioEncoderChoice.open(
          for: OutputContainer(forFileName: name), layout: layout, rate: rate)
        #expect(encoder.pointer.pointee.ch_layout.nb_channels == count)
      }
    }
  }
}
