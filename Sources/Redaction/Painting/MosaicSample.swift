/// An element of a plane that the mosaic can paint.
protocol MosaicSample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable {
  /// Holds the sum of `rowsPerColumnSum` elements.
  associatedtype ColumnSum: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable
  /// How many elements are added up before the sum has to be carried away. The narrower the sums,
  /// the more of them one vector instruction adds.
  static var rowsPerColumnSum: Int { get }
}

extension UInt8: MosaicSample {
  typealias ColumnSum = UInt16
  static var rowsPerColumnSum: Int { 257 }
}

extension UInt16: MosaicSample {
  typealias ColumnSum = UInt32
  static var rowsPerColumnSum: Int { 65537 }
}
