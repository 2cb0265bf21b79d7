import Redaction
import Testing

@Suite struct RGBColourTests {
  @Test(arguments: ["1A2bff", "#1A2bff", "1a2BFF", "#1A2BFF"])
  func `six digits are three numbers`(text: String) {
    #expect(RGBColour(hexadecimal: text) == RGBColour(red: 26, green: 43, blue: 255))
  }

  @Test(arguments: [
    "", "#", "fff", "#fff", "12345", "1234567", "##12345", "##123456", "12345g", "+12345",
    "12 456", " 123456", "123456 ", "0x1234", "123456#", "１２３４５６", "é1234", "ffffff\n",
  ])
  func `anything else is no colour`(text: String) {
    #expect(RGBColour(hexadecimal: text) == nil)
  }

  @Test func `a colour is written as it is read`() {
    #expect(RGBColour(red: 0, green: 10, blue: 255).hexadecimal == "000AFF")
  }

  @Test func `black has no light`() {
    #expect(RGBColour.black == RGBColour(hexadecimal: "000000"))
  }
}
