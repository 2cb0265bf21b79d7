import Anonymizer
import Redaction
import Testing

@testable import AnonymizeCLI

@Suite struct ValueFormTests {
  @Test(arguments: [("2", 2), ("1000", 1000), ("007", 7)])
  func `a whole number within its bounds is read`(text: String, value: Int) {
    #expect(ValueForm.whole(2...1000).read(text) == value)
  }

  @Test(arguments: [
    "", "1", "1001", "-3", "+3", "3.0", "3px", " 3", "3 ", "0x10", "1e2", "3,5", "1_000", "٣",
    "99999999999999999999", "-",
  ])
  func `anything else is no whole number`(text: String) {
    #expect(ValueForm.whole(2...1000).read(text) == nil)
  }

  @Test func `a negative number is read where the bounds allow it`() {
    #expect(ValueForm.whole(-5...5).read("-5") == -5)
    #expect(ValueForm.number(-1...1).read("-.5") == -0.5)
  }

  @Test(arguments: [("0", 0.0), ("2", 2.0), ("0.15", 0.15), (".5", 0.5), ("1.50", 1.5)])
  func `a number within its bounds is read`(text: String, value: Double) {
    #expect(ValueForm.number(0...2).read(text) == value)
  }

  @Test(arguments: [
    "", "2.01", "-0.1", "+1", "1.", ".", "1.2.3", "1,5", "nan", "inf", "infinity", "0x1p0", "1e0",
    "1.5s", " 1", "½", "-",
  ])
  func `anything else is no number`(text: String) {
    #expect(ValueForm.number(0...2).read(text) == nil)
  }

  @Test func `a colour is six hexadecimal digits`() {
    #expect(ValueForm.colour.read("0aF")?.hexadecimal == nil)
    #expect(ValueForm.colour.read("#0aF0ff")?.hexadecimal == "0AF0FF")
    #expect(ValueForm.colour.write(RGBColour(red: 1, green: 2, blue: 254)) == "0102FE")
  }

  @Test func `numbers are written without a needless fraction`() {
    #expect(ValueForm.number(0...2).write(2) == "2")
    #expect(ValueForm.number(0...2).write(0.15) == "0.15")
    #expect(ValueForm.number(0...2.5).bounds == "0 to 2.5")
  }

  @Test(arguments: [
    ("2", 2.0), ("0.5", 0.5), ("1:30", 90), ("01:00:00.25", 3600.25), ("100:00:00", 360_000),
  ])
  func `a length of time is read`(text: String, seconds: Double) {
    #expect(ValueForm<Double>.duration.read(text) == seconds)
  }

  @Test(arguments: ["", "0", "-1", "1:60", "1:2:3:4", ":5", "5:", "1.5:00", "1e3", "inf", "-1:00"])
  func `what is no length of time is refused`(text: String) {
    #expect(ValueForm<Double>.duration.read(text) == nil)
  }

  @Test func `a case is read by its exact name`() {
    #expect(ValueForm<Configuration.Shape>.oneOf.read("ellipse") == .ellipse)
    #expect(ValueForm<Configuration.Shape>.oneOf.read("Ellipse") == nil)
    #expect(ValueForm<Configuration.Shape>.oneOf.read("") == nil)
    #expect(ValueForm<Shell>.oneOf.expectation == "'bash', 'zsh' or 'fish'")
  }

  @Test func `an assignment is split at its first equals sign`() {
    let form = ValueForm<Configuration.PrivateOption>.assignment
    #expect(form.read("a=b=c") == .init(name: "a", value: "b=c"))
    #expect(form.read("a=") == .init(name: "a", value: ""))
    #expect(form.read("a") == nil)
    #expect(form.read("=b") == nil)
    #expect(form.write(.init(name: "a", value: "b")) == "a=b")
  }
}
