import CFFmpeg

/// A digest that tells whether bytes are still those that they were; no protection against forgery.
///
/// The 128 bits of MurmurHash3, which takes a fraction of the time of SHA-256. Source: libavutil's
/// `av_murmur3_init`, `av_murmur3_update` and `av_murmur3_final`.
package struct ContentDigest: Hashable, Sendable {
  /// The length of `bytes`.
  package static let length = 16

  /// The digest as bytes.
  package let bytes: [UInt8]

  /// The digest of `bytes`.
  package init(of bytes: UnsafeRawBufferPointer) {
    guard let context = av_murmur3_alloc() else { preconditionFailure("no memory for a digest") }
    defer { av_free(UnsafeMutableRawPointer(context)) }
    av_murmur3_init(context)
    av_murmur3_update(context, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
    var digest = [UInt8](repeating: 0, count: Self.length)
    av_murmur3_final(context, &digest)
    self.bytes = digest
  }

  /// The digest of a text.
  package init(of text: String) {
    var text = text
    self = text.withUTF8 { ContentDigest(of: UnsafeRawBufferPointer($0)) }
  }

  /// The digest in 32 hexadecimal digits.
  package var text: String { hexadecimal(bytes) }
}

/// Two hexadecimal digits for each byte.
func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
