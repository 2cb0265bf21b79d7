import CFFmpeg
import Testing

@testable import Media

@Suite struct ColourDescriptionTests {
  private func frame(_ format: String) throws -> Frame {
    try Frame(
      format: #require(PixelFormat(name: format)), size: PixelSize(width: 16, height: 16))
  }

  @Test func `a frame without tags leaves all open`() throws {
    let description = try frame("yuv420p").colourDescription
    #expect(description == ColourDescription())
    #expect(description.primaries == 2 && description.transfer == 2 && description.matrix == 2)
    #expect(description.range == .unspecified)
  }

  @Test func `libav's tags are code points`() throws {
    let frame = try frame("yuv420p10le")
    frame.pointer.pointee.color_primaries = AVCOL_PRI_BT2020
    frame.pointer.pointee.color_trc = AVCOL_TRC_ARIB_STD_B67
    frame.pointer.pointee.colorspace = AVCOL_SPC_BT2020_CL
    frame.pointer.pointee.color_range = AVCOL_RANGE_MPEG
    let description = frame.colourDescription
    #expect(
      description == ColourDescription(primaries: 9, transfer: 18, matrix: 10, range: .limited))
  }

  @Test(arguments: [ColourDescription.Range.unspecified, .limited, .full])
  func `what is set is read again and reaches libav`(range: ColourDescription.Range) throws {
    var frame = try frame("yuv422p")
    let set = ColourDescription(primaries: 12, transfer: 16, matrix: 7, range: range)
    frame.colourDescription = set
    let read = frame.colourDescription
    #expect(read == set)
    #expect(frame.pointer.pointee.color_primaries == AVCOL_PRI_SMPTE432)
    #expect(frame.pointer.pointee.color_trc == AVCOL_TRC_SMPTE2084)
    #expect(frame.pointer.pointee.colorspace == AVCOL_SPC_SMPTE240M)
  }

  @Test(arguments: ["yuvj411p", "yuvj420p", "yuvj422p", "yuvj440p", "yuvj444p"])
  func `formats that say full range are believed before the tag`(format: String) throws {
    var frame = try frame(format)
    frame.colourDescription.range = .limited
    let range = frame.colourDescription.range
    #expect(range == .full)
    frame.moveRangeOutOfFormat()
    let (moved, name) = (frame.colourDescription.range, frame.format.description)
    #expect(moved == .full)
    #expect(name == format.replacing("yuvj", with: "yuv"))
  }

  @Test(arguments: ["rgb24", "xyz12le"])
  func `a picture of other lights says which YUV it was made into`(format: String) throws {
    var source = try frame(format)
    source.colourDescription.range = .full
    source.withSamples(ofPlane: 0, as: UInt8.self) { samples, _ in
      for index in samples.indices { samples[index] = 0 }
    }
    let target = try #require(PixelFormat(name: "yuv444p"))
    var converted = try FrameConverter(to: target).convert(source)
    let description = converted.colourDescription
    #expect(description == ColourDescription(matrix: 6, range: .limited))
    converted.withSamples(ofPlane: 0, as: UInt8.self) { samples, _ in #expect(samples[0] == 16) }
  }
}
