import Testing

@testable import FootageArchive

@Suite struct GlobTests {
  private func matches(_ pattern: String, _ path: String) throws -> Bool {
    try matches(pattern, Tree.path(path))
  }

  private func matches(_ pattern: String, _ path: RelativePath) throws -> Bool {
    try Glob(pattern).matches(GlobPath(path))
  }

  @Test(arguments: [
    ("*.mp4", "a.mp4"), ("*.mp4", "x/y/a.mp4"), ("a?c", "abc"), ("a?c", "aüc"), ("[a-c]x", "bx"),
    ("[!a-c]x", "dx"), ("[^a-c]x", "dx"), ("[]x]", "]"), ("[a-]", "-"), ("[äö]", "ö"),
    ("{a,b}.mp4", "b.mp4"), ("{a,b{c,d}}e", "bde"), ("x{,y}", "x"), ("x{,y}", "xy"),
    ("[{]a", "{a"), ("\\*", "*"), ("\\{a", "{a"), ("[\\]]", "]"), ("{a/b,c}", "a/b"),
    ("cam*/raw", "cam1/raw"), ("/a", "a"), ("**/a", "a"), ("**/a", "x/y/a"), ("x/**/a", "x/a"),
    ("x/**/a", "x/y/z/a"), ("x/**", "x/a"), ("x/**", "x/y/a"), ("**", "a"), ("a**b", "axxb"),
    ("**/x/**/y/*.mp4", "x/1/x/2/y/3/y/b.mp4"), ("2024", "2024/a.mp4"), ("2024/", "2024/a.mp4"),
    ("2024/", "x/2024/y/a.mp4"), ("x/2024/", "x/2024/a"), ("a\nb*", "a\nb c"),
    ("**/a/**/a/**", "a/b/a/c"),
  ])
  func `a pattern matches`(_ pattern: String, _ path: String) throws {
    #expect(try matches(pattern, path))
  }

  @Test(arguments: [
    ("*.mp4", "a.MP4"), ("*.mp4", "a.mp4x"), ("a?c", "ac"), ("a?c", "abbc"), ("a??", "aü"),
    ("a*b", "a/b"), ("a?b", "a/b"), ("[a-c]x", "dx"), ("[!a-c]x", "ax"), ("{a,b}", "{a,b}"),
    ("cam*/raw", "x/cam1/raw"), ("/a", "x/a"), ("x/**/a", "x/y"), ("x/**", "x"), ("x/**", "y/x/a"),
    ("2024/", "2024"), ("x/2024/", "2024/a"), ("a*b", "aXbX"),
  ])
  func `a pattern does not match`(_ pattern: String, _ path: String) throws {
    #expect(try !matches(pattern, path))
  }

  @Test func `a folder's pattern matches the folder itself`() throws {
    #expect(try Glob("cache/").matches(GlobPath(Tree.path("x/cache"), isFolder: true)))
  }

  @Test(arguments: [
    "", "/", "//", "a//b", "[a", "[]", "[z-a]", "[a/b]", "[[:digit:]]", "{a", "{a,{b}", "a\\",
    "a/..",
    "./a", "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", "[!]", "{,a}",
  ])
  func `a pattern that can't be understood is refused`(_ pattern: String) throws {
    let error = #expect(throws: ArchiveError.self) { try Glob(pattern) }
    #expect(error?.code == .usage)
    #expect(error?.advice != nil)
    #expect(error?.description.hasPrefix("the pattern \"\(pattern)\" ") == true)
  }

  @Test func `bytes that are not text are a character each`() throws {
    let path = try Tree.path([0xFF, 0x61, 0xC3])
    #expect(try matches("?a?", path))
    #expect(try matches("[!b]a*", path))
    #expect(try !matches("[\u{0}-\u{10FFFF}]a*", path))
    #expect(try !matches("ÿa*", path))
  }

  @Test func `many stars don't take forever`() throws {
    // A matcher that goes back to each star would take longer than the sun has left.
    let pattern = String(repeating: "*a", count: 60) + "*b"
    #expect(try !matches(pattern, String(repeating: "a", count: 255)))
    let folders = String(repeating: "**/a/", count: 60) + "b"
    let path = Array(repeating: "a", count: 200).joined(separator: "/")
    #expect(try !matches(folders, path))
  }
}
