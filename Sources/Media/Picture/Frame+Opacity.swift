extension Frame {
  /// Whether nothing could be seen through any pixel: the format has no alpha, or all of it is
  /// full.
  ///
  /// - Precondition: the format is paintable.
  public var isOpaque: Bool {
    guard format.hasAlpha, let alpha = format.components.last,
      let base = base(ofPlane: alpha.plane)
    else { return true }
    let size = size
    let full = ((1 << alpha.depth) - 1) << alpha.shift
    for row in 0..<size.height {
      let line = UnsafeRawPointer(base + row * lineSize(alpha.plane) + alpha.offset)
      for column in 0..<size.width {
        let sample = line + column * alpha.step
        let value =
          alpha.bytes == 1
          ? Int(sample.load(as: UInt8.self)) : Int(sample.loadUnaligned(as: UInt16.self))
        if value & full != full { return false }
      }
    }
    return true
  }
}
