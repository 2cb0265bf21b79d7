/// The luma of a whole picture in 8 bits, for comparing pictures with each other.
public struct LumaPicture: Sendable {
  /// The picture's size in pixels.
  public let size: PixelSize
  /// Bytes from one row to the next, at least as many as a row has pixels.
  public let stride: Int
  /// One byte a pixel, top row first; `stride * size.height` of them are in use.
  public var bytes: [UInt8]

  /// A black picture of the given size.
  public init(size: PixelSize) {
    self.size = size
    // Whole blocks of what processors write at once, behind the last row as well.
    stride = (size.width + 63) / 64 * 64
    bytes = [UInt8](repeating: 0, count: stride * size.height + 64)
  }
}
