/// A colour of the sRGB space.
public struct RGBColour: Hashable, Sendable {
  /// The red component, coded.
  public var red: UInt8
  /// The green component, coded.
  public var green: UInt8
  /// The blue component, coded.
  public var blue: UInt8
  /// A colour from its components.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }
}
