import Foundation

/// Samples of luma and two colour differences as numbers, by ITU-T H.273.
struct Decoded {
  let y: Double
  let u: Double
  let v: Double

  init(_ samples: [Int], depth: Int, isFull: Bool, chromaSpan: Double = 224) {
    let step = Double(1 << (depth - 8))
    let span = isFull ? (256 * step - 1, 256 * step - 1) : (219 * step, chromaSpan * step)
    y = (Double(samples[0]) - (isFull ? 0 : 16 * step)) / span.0
    u = (Double(samples[1]) - 128 * step) / span.1
    v = (Double(samples[2]) - 128 * step) / span.1
  }
}

/// The ways from signals to light as the standards print them, apart from the code under test.
enum Curves {
  /// IEC 61966-2-1.
  static func display(_ signal: Double) -> Double {
    signal <= 0.04045 ? signal / 12.92 : pow((signal + 0.055) / 1.055, 2.4)
  }

  /// IEC 61966-2-1, the way back.
  static func displaySignal(_ light: Double) -> Double {
    light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// ITU-R BT.2020, table 4, from signal to scene.
  static func camera(_ signal: Double) -> Double {
    signal < 0.0815 ? signal / 4.5 : pow((signal + 0.0993) / 1.0993, 1 / 0.45)
  }

  /// ITU-R BT.2020, table 4.
  static func cameraSignal(_ light: Double) -> Double {
    light < 0.0181 ? 4.5 * light : 1.0993 * pow(light, 0.45) - 0.0993
  }

  /// ITU-R BT.2100, table 4: candelas per square metre.
  static func perceptual(_ signal: Double) -> Double {
    let power = pow(signal, 1 / 78.84375)
    return 10_000
      * pow(max(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power), 1 / 0.1593017578)
  }

  /// ITU-R BT.2100, table 5, from signal to scene.
  static func hybrid(_ signal: Double) -> Double {
    signal <= 0.5
      ? signal * signal / 3 : (exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12
  }

  /// Light of BT.2020's primaries as that of BT.709's: ITU-R BT.2407.
  static func narrow(_ light: [Double]) -> [Double] {
    let (red, green, blue) = (light[0], light[1], light[2])
    return [
      1.6605 * red - 0.5876 * green - 0.0728 * blue,
      -0.1246 * red + 1.1329 * green - 0.0083 * blue,
      -0.0182 * red - 0.1006 * green + 1.1187 * blue,
    ]
  }

  /// `base` to the power of `exponent`.
  static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
}
