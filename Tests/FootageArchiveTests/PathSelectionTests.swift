import Testing

@testable import FootageArchive

@Suite struct PathSelectionTests {
  @Test func `without patterns everything is taken in`() throws {
    #expect(try PathSelection().takes(Tree.path("a/b")))
    #expect(try PathSelection().enters(Tree.path("a")))
  }

  @Test func `a file is taken in if one pattern asks for it and none leaves it out`() throws {
    let selection = try PathSelection(
      including: ["*.mp4", "*.mkv"], excluding: ["draft*", "old/**"])
    #expect(try selection.takes(Tree.path("x/a.mp4")))
    #expect(try selection.takes(Tree.path("a.mkv")))
    #expect(try !selection.takes(Tree.path("a.txt")))
    #expect(try !selection.takes(Tree.path("drafts/a.mp4")))
    #expect(try !selection.takes(Tree.path("old/x/a.mp4")))
  }

  @Test func `a folder is entered unless it is left out`() throws {
    let selection = try PathSelection(including: ["*.mp4"], excluding: ["draft*"])
    #expect(try selection.enters(Tree.path("a")))
    #expect(try !selection.enters(Tree.path("a/drafts")))
  }
}
