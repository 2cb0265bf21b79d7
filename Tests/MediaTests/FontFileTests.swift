import Testing

@testable import Media

@Suite struct FontFileTests {
  /// A font with one table.
  private func font(
    kind: [UInt8] = [0, 1, 0, 0], table: String = "glyf", offset: UInt8 = 28, length: UInt8 = 8,
    behind: [UInt8] = []
  ) -> [UInt8] {
    let directory: [UInt8] = Array(table.utf8) + [0, 0, 0, 0, 0, 0, 0, offset, 0, 0, 0, length]
    return kind + [0, 1, 0, 0, 0, 0, 0, 0] + directory + [UInt8](repeating: 1, count: 8) + behind
  }

  @Test func `a font is one`() {
    #expect(FontFile.isFont(font()))
    #expect(FontFile.isFont(font(kind: Array("OTTO".utf8), behind: [0, 0])))
  }

  @Test func `a picture behind the first bytes of a font is none`() {
    #expect(!FontFile.isFont(font(behind: [0xFF, 0xD8, 0xFF, 0xE0])))
    #expect(!FontFile.isFont([0, 1, 0, 0, 0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10, 0x4A, 0x46]))
  }

  @Test func `a table beyond the end, and one of pictures, make it none`() {
    #expect(!FontFile.isFont(font(length: 200)))
    #expect(!FontFile.isFont(font(table: "sbix")))
    #expect(!FontFile.isFont(font(table: "SVG ")))
  }

  @Test(arguments: [[], [0, 1, 0, 0], Array("ttcf".utf8), [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]])
  func `what is too short or of another kind is none`(bytes: [UInt8]) {
    #expect(!FontFile.isFont(bytes))
  }
}
