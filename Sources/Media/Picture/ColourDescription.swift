/// What a frame says of the colours that its samples stand for.
///
/// `primaries`, `transfer` and `matrix` are code points of ITU-T H.273 (ISO/IEC 23091-2), clauses
/// 8.1 to 8.3, in which 2 stands for "unspecified"; libav numbers its `AVColorPrimaries`,
/// `AVColorTransferCharacteristic` and `AVColorSpace` alike. Numbers that no edition knows may
/// occur.
public struct ColourDescription: Hashable, Sendable {
  /// Which of a sample's values are used between black and white.
  public enum Range: Hashable, Sendable {
    /// The frame does not say.
    case unspecified
    /// Some values at both ends are left free: in 8 bits, black is 16 and white 235.
    case limited
    /// All of them.
    case full
  }

  /// Chromaticities of red, green, blue and white, such as 1 for ITU-R BT.709.
  public var primaries: Int
  /// How light becomes a signal, such as 16 for SMPTE ST 2084 (PQ).
  public var transfer: Int
  /// How red, green and blue become luma and colour differences, such as 1 for ITU-R BT.709.
  public var matrix: Int
  /// Which values are used.
  public var range: Range

  /// A description that leaves open what is not given.
  public init(
    primaries: Int = 2, transfer: Int = 2, matrix: Int = 2, range: Range = .unspecified
  ) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.range = range
  }
}
