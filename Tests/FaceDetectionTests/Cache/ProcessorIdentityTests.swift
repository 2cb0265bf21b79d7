import Testing

@testable import FaceDetection

@Suite struct ProcessorIdentityTests {
  private let text = """
    processor\t: 0
    vendor_id\t: GenuineIntel
    model\t\t: 207
    cpu MHz\t\t: 2100.000
    flags\t\t: fpu amx_bf16

    processor\t: 1
    model\t\t: 9

    """

  @Test func `the kind and the abilities of the first processor are told`() {
    #expect(
      ProcessorIdentity.summary(of: text)
        == "vendor_id: GenuineIntel; model: 207; flags: fpu amx_bf16")
    #expect(ProcessorIdentity.summary(of: "") == "")
  }

  @Test func `what changes from moment to moment is not`() {
    let later = text.replacing("2100.000", with: "800.123")
    #expect(later != text)
    #expect(ProcessorIdentity.summary(of: later) == ProcessorIdentity.summary(of: text))
    let other = text.replacing(" amx_bf16", with: "")
    #expect(ProcessorIdentity.summary(of: other) != ProcessorIdentity.summary(of: text))
  }

  @Test func `this machine says something`() {
    let identity = ProcessorIdentity.current()
    #expect(identity == ProcessorIdentity.current())
    #if os(Linux) && (arch(x86_64) || arch(arm64))
      #expect(!identity.isEmpty)
    #endif
  }
}
