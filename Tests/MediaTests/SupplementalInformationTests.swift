import Testing

@testable import Media

/// Messages beside coded pictures.
@Suite struct SupplementalInformationTests {
  private func message(_ kind: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let size = payload.count
    return [kind] + Array(repeating: 0xFF, count: size / 255) + [UInt8(size % 255)] + payload
  }

  private func unit(_ messages: [UInt8]...) -> [UInt8] {
    [6] + RawPayload.escaped(messages.flatMap { $0 } + [0x80])
  }

  private let captions: [UInt8] = [0xB5, 0, 0x31] + Array("GA94".utf8) + [3, 0x41, 0xFF, 0, 0, 0]
  private let text = Array(repeating: UInt8(0), count: 16) + Array("48.2082 N 16.3738 E".utf8)

  @Test func `what playback needs goes through unchanged`() {
    let unit = unit(message(1, [0x12]), message(6, [0x84]), message(4, captions))
    #expect(SupplementalInformation.filtered(unit, keepsTexts: false) == unit)
  }

  @Test func `texts are taken out from among the others`() {
    let recovery = message(6, [0x84])
    let mixed = unit(recovery, message(5, text), message(1, [0, 0, 0, 1]))
    #expect(
      SupplementalInformation.filtered(mixed, keepsTexts: false)
        == unit(recovery, message(1, [0, 0, 0, 1])))
    #expect(SupplementalInformation.filtered(mixed, keepsTexts: true) == mixed)
    #expect(SupplementalInformation.filtered(unit(message(5, text)), keepsTexts: false) == nil)
  }

  @Test func `what could be a picture never goes through`() {
    let long = message(5, Array(repeating: 0x55, count: 1025))
    #expect(SupplementalInformation.filtered(unit(long), keepsTexts: true) == nil)
    let longCaptions = message(4, captions + Array(repeating: 0x55, count: 1025))
    #expect(SupplementalInformation.filtered(unit(longCaptions), keepsTexts: true) == nil)
    for kind: UInt8 in [0, 1, 19, 45, 137] {
      let large = message(kind, Array(repeating: 0x55, count: 1025))
      #expect(SupplementalInformation.filtered(unit(large), keepsTexts: true) == nil)
    }
    for kind: UInt8 in [3, 4, 18, 100, 200] {
      #expect(
        SupplementalInformation.filtered(unit(message(kind, [1, 2, 3])), keepsTexts: true) == nil)
    }
  }

  @Test func `what is cut short is left out`() {
    #expect(SupplementalInformation.filtered([6, 5, 200, 1, 2, 0x80], keepsTexts: true) == nil)
    #expect(SupplementalInformation.filtered([6, 0xFF, 0xFF], keepsTexts: true) == nil)
    #expect(SupplementalInformation.filtered([6], keepsTexts: true) == nil)
  }
}
