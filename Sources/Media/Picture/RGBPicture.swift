/// A small upright picture in packed 8-bit RGB, as a face detector takes it.
///
/// Rows are tightly packed, top row first; three bytes a pixel in the order red, green, blue. A
/// value type: it owns its bytes.
public struct RGBPicture: Sendable {
  /// The picture's size in pixels.
  public let size: PixelSize
  /// `size.width * size.height * 3` bytes.
  public var bytes: [UInt8]

  /// A black picture of the given size.
  public init(size: PixelSize) {
    self.size = size
    bytes = [UInt8](repeating: 0, count: size.width * size.height * 3)
  }
}
