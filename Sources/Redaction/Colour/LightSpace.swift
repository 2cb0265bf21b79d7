/// A system of three lights that are mixed: what linear red, green and blue are in the XYZ of
/// CIE 1931, with 1 for the luminance of white.
struct LightSpace {
  private let red: SIMD3<Double>
  private let green: SIMD3<Double>
  private let blue: SIMD3<Double>

  /// sRGB's, which are ITU-R BT.709's.
  static let sRGB = LightSpace((0.64, 0.33), (0.30, 0.60), (0.15, 0.06), white: d65)

  private static let d65 = (x: 0.3127, y: 0.3290)
  private static let illuminantC = (x: 0.310, y: 0.316)

  /// A system by its primaries' code point in ITU-T H.273, table 2; `nil` for one that has none.
  init?(primaries: Int) {
    switch primaries {
    // BT.709.
    case 1: self = .sRGB
    // BT.470 System M.
    case 4: self.init((0.67, 0.33), (0.21, 0.71), (0.14, 0.08), white: Self.illuminantC)
    // BT.470 System B and G.
    case 5: self.init((0.64, 0.33), (0.29, 0.60), (0.15, 0.06), white: Self.d65)
    // SMPTE ST 170 and ST 240.
    case 6, 7: self.init((0.630, 0.340), (0.310, 0.595), (0.155, 0.070), white: Self.d65)
    // Film with illuminant C.
    case 8: self.init((0.681, 0.319), (0.243, 0.692), (0.145, 0.049), white: Self.illuminantC)
    // BT.2020.
    case 9: self.init((0.708, 0.292), (0.170, 0.797), (0.131, 0.046), white: Self.d65)
    // SMPTE RP 431-2, P3 with the white of cinemas.
    case 11: self.init((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), white: (0.314, 0.351))
    // SMPTE EG 432-1, P3 with D65.
    case 12: self.init((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), white: Self.d65)
    // EBU Tech 3213.
    case 22: self.init((0.630, 0.340), (0.295, 0.605), (0.155, 0.077), white: Self.d65)
    default: return nil
    }
  }

  /// From chromaticities, by SMPTE RP 177: each light is as strong as white asks for.
  private init(
    _ red: (x: Double, y: Double), _ green: (x: Double, y: Double), _ blue: (x: Double, y: Double),
    white: (x: Double, y: Double)
  ) {
    func xyz(_ point: (x: Double, y: Double)) -> SIMD3<Double> {
      SIMD3(point.x / point.y, 1, (1 - point.x - point.y) / point.y)
    }
    let unscaled = LightSpace(red: xyz(red), green: xyz(green), blue: xyz(blue))
    let strength = unscaled.lights(of: xyz(white))
    self.init(
      red: unscaled.red * strength.x, green: unscaled.green * strength.y,
      blue: unscaled.blue * strength.z)
  }

  private init(red: SIMD3<Double>, green: SIMD3<Double>, blue: SIMD3<Double>) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The share of each light in white's luminance.
  var luminances: SIMD3<Double> { SIMD3(red.y, green.y, blue.y) }

  /// The XYZ of a mixture of the three lights.
  func xyz(of lights: SIMD3<Double>) -> SIMD3<Double> {
    red * lights.x + green * lights.y + blue * lights.z
  }

  /// How much of each light makes `xyz`, by Cramer's rule.
  func lights(of xyz: SIMD3<Double>) -> SIMD3<Double> {
    func volume(
      _ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>
    ) -> Double {
      let x = first.x * (second.y * third.z - second.z * third.y)
      let y = first.y * (second.z * third.x - second.x * third.z)
      let z = first.z * (second.x * third.y - second.y * third.x)
      return x + y + z
    }
    return SIMD3(volume(xyz, green, blue), volume(red, xyz, blue), volume(red, green, xyz))
      / volume(red, green, blue)
  }
}
