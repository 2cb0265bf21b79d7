import Media
import Testing

@Suite struct SHA256Tests {
  // Source: FIPS 180-2, appendix B.
  @Test(arguments: [
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
  ])
  func `digests are those of the standard, in one piece or several`(
    text: String, expected: String
  ) throws {
    let whole = try SHA256()
    whole.update(text.utf8)
    #expect(whole.finish() == expected)
    let pieces = try SHA256()
    for byte in text.utf8 { pieces.update([byte]) }
    #expect(pieces.finish() == expected)
  }
}
