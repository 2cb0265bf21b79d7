/// How bright a whole frame is at places that are spread evenly over it, for telling from far off
/// what it shows.
///
/// A value type of one size for frames of any.
public struct LumaGrid: Hashable, Sendable {
  /// Places in a row.
  public static let columns = 160
  /// Rows of places.
  public static let rows = 90

  /// Luma in 8 bits, in the frame's own range, row by row from the top left of the coded frame.
  public var values: [UInt8]

  /// A black grid.
  public init() { values = [UInt8](repeating: 0, count: Self.columns * Self.rows) }
}
