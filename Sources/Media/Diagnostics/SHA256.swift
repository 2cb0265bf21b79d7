import CFFmpeg

/// The SHA-256 digest of bytes that come piece by piece.
///
/// Source: libavutil's `av_sha_init`, `av_sha_update` and `av_sha_final`.
public final class SHA256 {
  private var context: OpaquePointer?

  /// A digest of no bytes yet.
  public init() throws(MediaError) {
    context = try allocated(av_sha_alloc(), "a digest")
    av_sha_init(context, 256)
  }

  deinit { av_free(UnsafeMutableRawPointer(context)) }

  /// Takes in more bytes.
  public func update(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    bytes.withUnsafeBufferPointer { av_sha_update(context, $0.baseAddress, $0.count) }
  }

  /// The digest of all bytes as 64 hexadecimal digits; the object is used up then.
  public func finish() -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    av_sha_final(context, &digest)
    return hexadecimal(digest)
  }
}
