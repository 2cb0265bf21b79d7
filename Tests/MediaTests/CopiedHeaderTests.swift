import CFFmpeg
import Testing

@testable import Media

@Suite struct CopiedHeaderTests {
  @Test func `the comments of Vorbis are emptied and the rest stays`() {
    let first = [UInt8](repeating: 7, count: 30)
    let comments = [3] + Array("vorbis".utf8) + [UInt8](repeating: 65, count: 600)
    let last = [UInt8](repeating: 9, count: 50)
    let header: [UInt8] = [2, 30, 255, 255, UInt8(comments.count - 510)] + first + comments + last
    let empty = [3] + Array("vorbis".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 1]
    #expect(
      CopiedHeader.cleaned(header, of: AV_CODEC_ID_VORBIS)
        == [2, 30, UInt8(empty.count)] + first + empty + last)
  }

  @Test(arguments: [[], [2], [2, 255], [2, 30, 200], [2, 30, 10, 1, 2, 3], [1, 2, 3]])
  func `what is not Vorbis stays as it is`(header: [UInt8]) {
    #expect(CopiedHeader.cleaned(header, of: AV_CODEC_ID_VORBIS) == header)
  }

  @Test func `of a script stays what says how texts look`() {
    let script = """
      [Script Info]
      ; a remark
      Title: Somebody
      ScriptType: v4.00+
      PlayResX: 384

      [V4+ Styles]
      Format: Name, Fontname
      Style: Default,Arial

      [Graphics]
      filename: face.jpg
      !!!!

      [Fonts]
      fontname: a.ttf

      [Events]
      Format: Layer, Start, End
      """
    let cleaned = String(
      decoding: CopiedHeader.cleaned(Array(script.utf8), of: AV_CODEC_ID_ASS), as: UTF8.self)
    #expect(
      cleaned == """
        [Script Info]
        ScriptType: v4.00+
        PlayResX: 384
        [V4+ Styles]
        Format: Name, Fontname
        Style: Default,Arial

        [Events]
        Format: Layer, Start, End

        """)
  }
}
