/// Where a plane of a frame holds the samples of a pixel.
struct PlanePlace {
  /// Bytes from one sample, or group of samples, to the next in a row.
  let step: Int
  /// log2 of the pixels that share a step, along a row.
  let horizontalShift: Int
  /// log2 of the rows that share a row of the plane.
  let verticalShift: Int

  /// The places of all planes of a format that is `isPaintable`, by index.
  static func all(of format: PixelFormat) -> [PlanePlace] {
    (0..<format.planeCount).compactMap { plane in
      format.components.first { $0.plane == plane }.map {
        PlanePlace(
          step: $0.step, horizontalShift: $0.horizontalShift, verticalShift: $0.verticalShift)
      }
    }
  }

  /// Bytes from the plane's first sample to that of the crop's top left pixel.
  func offset(of crop: FrameCrop, lineSize: Int) -> Int {
    (crop.y >> verticalShift) * lineSize + (crop.x >> horizontalShift) * step
  }
}
