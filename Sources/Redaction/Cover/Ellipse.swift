import Media

/// An ellipse with its axes along rows and columns of a frame, in pixels.
struct Ellipse {
  let centerX: Double
  let centerY: Double
  let radiusX: Double
  let radiusY: Double

  /// The ellipse that fills `box`, but at least one pixel wide and high.
  init(filling box: Box) {
    self.init(
      centerX: box.centerX, centerY: box.centerY, radiusX: max(0.5, box.width / 2),
      radiusY: max(0.5, box.height / 2))
  }

  private init(centerX: Double, centerY: Double, radiusX: Double, radiusY: Double) {
    self.centerX = centerX
    self.centerY = centerY
    self.radiusX = radiusX
    self.radiusY = radiusY
  }

  /// The ellipse with both radii longer by `length`.
  func grown(by length: Double) -> Ellipse {
    Ellipse(
      centerX: centerX, centerY: centerY, radiusX: radiusX + length, radiusY: radiusY + length)
  }

  /// The interval that the ellipse cuts from a horizontal line, `distance` from the centre.
  func interval(atDistance distance: Double) -> ClosedRange<Double>? {
    guard distance < radiusY else { return nil }
    let height = distance / radiusY
    let reach = radiusX * (1 - height * height).squareRoot()
    return centerX - reach...centerX + reach
  }

  /// How far a point outside the ellipse is from it, to first order, which is exact for a circle.
  ///
  /// With rho the factor by which the ellipse has to be scaled to reach the point, that is rho - 1
  /// divided by the length of rho's gradient.
  ///
  /// - Parameters:
  ///   - x: horizontal position from the centre.
  ///   - y: vertical position from the centre.
  func distance(toX x: Double, y: Double) -> Double {
    let slopeX = x / (radiusX * radiusX)
    let slopeY = y / (radiusY * radiusY)
    let rho = (x * slopeX + y * slopeY).squareRoot()
    return (rho - 1) * rho / (slopeX * slopeX + slopeY * slopeY).squareRoot()
  }
}
