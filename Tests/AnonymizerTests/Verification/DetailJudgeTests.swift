import Media
import Testing

@testable import Anonymizer

@Suite struct DetailJudgeTests {
  private let face = Box(x: 20, y: 16, width: 48, height: 60)

  private func detail(_ original: LumaPicture, _ output: LumaPicture, _ box: Box? = nil) -> Double?
  {
    var judge = DetailJudge()
    return judge.detail(of: box ?? face, in: original, shownBy: output)
  }

  @Test(arguments: [3, 8, 60])
  func `an unchanged face keeps all of its detail`(strength: Int) throws {
    let picture = LumaPicture.textured(strength)
    #expect(try abs(#require(detail(picture, picture)) - 1) < 1e-6)
  }

  @Test(arguments: [8, 60])
  func `slight noise and another brightness leave a face shown`(strength: Int) throws {
    let picture = LumaPicture.textured(strength)
    var output = picture
    for index in output.bytes.indices { output.bytes[index] &+= UInt8(10 + index % 2) }
    #expect(try #require(detail(picture, output)) > 0.9)
  }

  @Test(arguments: [3, 8, 60])
  func `a plain colour leaves nothing, however faint the face was`(strength: Int) throws {
    let plain = LumaPicture.made { _, _ in 128 }
    #expect(try #require(detail(.textured(strength), plain)) < 0.05)
  }

  @Test func `a mosaic over no more than the face's box leaves too little to be seen`() throws {
    let picture = LumaPicture.textured(60)
    let output = picture.mosaic(side: 12, columns: 20..<68, rows: 16..<76)
    #expect(try #require(detail(picture, output)) < 0.3)
  }

  @Test func `what is covered elsewhere does not count`() throws {
    let picture = LumaPicture.textured(60)
    let output = picture.mosaic(side: 12, columns: 72..<96, rows: 0..<96)
    #expect(try #require(detail(picture, output)) > 0.99)
  }

  @Test func `a face that the picture's edge cuts is judged by what is in it`() throws {
    let picture = LumaPicture.textured(60)
    let box = Box(x: -30, y: -30, width: 60, height: 60)
    #expect(try #require(detail(picture, picture, box)) > 0.99)
    #expect(detail(picture, picture, Box(x: -60, y: 0, width: 70, height: 70)) == nil)
    #expect(detail(picture, picture, Box(x: 200, y: 0, width: 60, height: 60)) == nil)
  }

  @Test func `what is too small or has nothing to see is not judged`() {
    let picture = LumaPicture.textured(60)
    #expect(detail(picture, picture, Box(x: 20, y: 20, width: 40, height: 11)) == nil)
    let plain = LumaPicture.made { _, _ in 90 }
    #expect(detail(plain, plain) == nil)
  }
}
