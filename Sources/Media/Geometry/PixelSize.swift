/// The size of a picture in whole pixels.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  /// Pixels in a row.
  public var width: Int
  /// Rows.
  public var height: Int

  /// A size from its width and height in pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Such as `1920x1080`.
  public var description: String { "\(width)x\(height)" }
}
