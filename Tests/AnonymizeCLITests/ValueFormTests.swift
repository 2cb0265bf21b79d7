import Anonymizer
import FootageArchive
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

  @Test(arguments: [
    (0, "0"), (-2, "-2"), (0.1 + 0.2, "0.30000000000000004"), (1e-7, "0.0000001"),
    (-1.5e-5, "-0.000015"), (1e6, "1000000"), (1.25e20, "125000000000000000000"),
    (123456789012345680, "123456789012345680"),
  ])
  func `a number is written without an exponent`(value: Double, text: String) {
    #expect(DecimalNotation.text(value) == text)
    #expect(Double(text) == value)
  }

  @Test(arguments: [
    ("1M", 1 << 20), ("1048576", 1 << 20), ("3000K", 3000 << 10), ("2g", 2 << 30), ("4T", 4 << 40),
  ])
  func `a size is a number of bytes`(text: String, bytes: Int64) {
    #expect(ValueForm.size.read(text) == bytes)
  }

  @Test(arguments: ["", "M", "4", "1048575", "1023K", "-2M", "1.5G", "2 M", "2MB", "9999999999T"])
  func `what is no size is refused`(text: String) {
    #expect(ValueForm.size.read(text) == nil)
  }

  @Test(arguments: ["1M", "1536K", "3G", "2T", "1048577"])
  func `a size is written as it would be given`(text: String) throws {
    let bytes = try #require(ValueForm.size.read(text))
    #expect(ValueForm.size.write(bytes) == text)
  }

  @Test(arguments: ["any", "1/1", "40/40", "1/100000"])
  func `a share of the tasks is read and written`(text: String) throws {
    let share = try #require(ValueForm.taskShare.read(text))
    #expect(ValueForm.taskShare.write(share) == text)
  }

  @Test(arguments: ["", "Any", "0/4", "5/4", "1", "1/", "/1", "1/2/3", "-1/2", "1/0", "1/100001"])
  func `what is no share is refused`(text: String) {
    #expect(ValueForm.taskShare.read(text) == nil)
  }

  @Test func `a file that has to be replaced whole is no standard stream`() {
    #expect(ValueForm.ownFileName.read("-") == nil)
    #expect(ValueForm.ownFileName.read("") == nil)
    #expect(ValueForm.ownFileName.read("./-") == "./-")
  }
}
