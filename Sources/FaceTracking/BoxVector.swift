import Media

// Unoptimised builds call the C library's square root; importing it is what links it.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A box as a point in four dimensions: centre x, centre y, width, height, all in pixels.
///
/// The tracker's arithmetic treats the four alike, so it is done on all of them at once.
typealias BoxVector = SIMD4<Double>

extension BoxVector {
  /// The vector of a box.
  init(_ box: Box) {
    self.init(box.centerX, box.centerY, box.width, box.height)
  }

  /// The box of the vector; a size below zero counts as zero.
  var box: Box {
    Box(
      centerX: self[0], centerY: self[1], width: Swift.max(0, self[2]),
      height: Swift.max(0, self[3]))
  }

  /// Mean of width and height, in pixels: the unit in which motion is measured.
  var extent: Double { (self[2] + self[3]) / 2 }
}
