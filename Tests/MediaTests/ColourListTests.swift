import CFFmpeg
import Testing

@testable import Media

@Suite struct ColourListTests {
  /// A frame with one pixel of each colour in its first row.
  private func frame(_ colours: [UInt32]) throws -> Frame {
    var frame = try Frame(
      format: PixelFormat(AV_PIX_FMT_BGRA), size: PixelSize(width: colours.count, height: 1))
    try frame.makeWritable()
    frame.withSamples(ofPlane: 0, as: UInt8.self) { samples, _ in
      for (place, colour) in colours.enumerated() {
        for byte in 0..<4 {
          samples[place * 4 + byte] = UInt8(truncatingIfNeeded: colour >> (8 * byte))
        }
      }
    }
    return frame
  }

  private func list(_ colours: [UInt32], after previous: ColourList? = nil) throws -> ColourList? {
    let frame = try frame(colours)
    return ColourList(of: frame, after: previous)
  }

  /// What a frame of some colours looks like in those of a list, and the list as it is written.
  private func written(
    _ colours: [UInt32], in list: ColourList
  ) throws -> (pixels: [UInt32], palette: [UInt32]) {
    let frame = try frame(colours)
    let indexed = try list.indexed(frame)
    let base = UnsafeRawPointer(indexed.pointer.pointee.data.1)
    let palette = (0..<256).compactMap { base?.load(fromByteOffset: 4 * $0, as: UInt32.self) }
    let pixels = colours.indices.compactMap { x in
      (indexed.pointer.pointee.data.0?[x]).map { palette[Int($0)] }
    }
    return (pixels, palette)
  }

  @Test func `its own colours stay and others become the nearest`() throws {
    let colours: [UInt32] = [0xFF00_0000, 0xFFFF_FFFF, 0xFF80_2010, 0]
    let list = try #require(try list(colours))
    #expect(try written(colours, in: list).pixels == colours)
    let others: [UInt32] = [0xFF81_2211, 0xFFF0_F0F0]
    #expect(try written(others, in: list).pixels == [colours[2], colours[1]])
  }

  @Test func `what is wholly transparent is one colour`() throws {
    let list = try #require(try list([0x0012_3456, 0xFF00_0001]))
    #expect(try written([0x0065_4321, 0xFF00_0001], in: list).pixels == [0, 0xFF00_0001])
  }

  @Test func `a frame remembers its list, and what is made of it does`() throws {
    var first = try frame([0xFF01_0203])
    let none = ColourList(rememberedBy: first)
    #expect(none == nil)
    let own = try #require(try list([0xFF01_0203]))
    try own.remember(in: &first)
    let copy = try Frame(format: first.format, size: first.size)
    try check(av_frame_copy_props(copy.pointer, first.pointer), "")
    let remembered = ColourList(rememberedBy: copy)
    #expect(remembered == own)
  }

  @Test func `more colours than a list holds are none`() throws {
    let many = (0..<257).map { 0xFF00_0000 | UInt32($0) }
    #expect(try list(many) == nil)
    #expect(try list(Array(many.dropLast())) != nil)
  }

  @Test func `new colours keep the places of known ones, and a list begun anew is like no other`()
    throws
  {
    func run(_ start: UInt32, _ count: UInt32) -> [UInt32] {
      (start..<start + count).map { 0xFF00_0000 | $0 }
    }
    let first = try #require(try list(run(0, 100)))
    let second = try #require(try list(run(50, 100), after: first))
    let before = try written(run(0, 100), in: first)
    #expect(try written(run(50, 100), in: second).palette.prefix(100) == before.palette.prefix(100))

    let third = try #require(try list(run(1000, 200), after: second))
    let fourth = try #require(try list(run(0, 100), after: third))
    let after = try written(run(0, 100), in: fourth)
    #expect(after.palette != before.palette)
    #expect(after.pixels == before.pixels)
  }
}
