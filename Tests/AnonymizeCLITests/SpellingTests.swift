import Testing

@testable import AnonymizeCLI

@Suite struct SpellingTests {
  private let words = ["--scale", "--shape", "--codec", "--encoder", "--encoder-option", "--hold"]

  @Test(arguments: [
    ("--scal", "--scale"), ("--sclae", "--scale"), ("--scales", "--scale"), ("--shap", "--shape"),
    ("--codecs", "--codec"), ("-hold", "--hold"), ("--encodr", "--encoder"),
    ("--encoder-op", "--encoder-option"),
  ])
  func `a slip leads to the word that was meant`(slip: String, word: String) {
    #expect(Spelling.nearest(to: slip, among: words) == word)
  }

  @Test(arguments: ["--frobnicate", "--x", "--", "", "--gold-plated"])
  func `what is near to nothing leads nowhere`(word: String) {
    #expect(Spelling.nearest(to: word, among: words) == nil)
  }

  @Test func `what is equally near to two words leads nowhere`() {
    #expect(Spelling.nearest(to: "--bar", among: ["--car", "--far"]) == nil)
  }

  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "axc", 1),
    ("abc", "acb", 1), ("kitten", "sitting", 3),
  ])
  func `the distance counts edits and swaps`(first: String, second: String, distance: Int) {
    #expect(Spelling.distance(Array(first), Array(second)) == distance)
  }
}
