#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// How light becomes a signal of 0...1, and back.
enum TransferCurve {
  /// The signal is the light.
  case linear
  /// IEC 61966-2-1. Light 1 is white.
  case sRGB
  /// ITU-R BT.709, which BT.601 and BT.2020 share. Light 1 is white.
  case bt709
  /// SMPTE ST 2084. Light 1 is 10,000 cd/m2.
  case perceptualQuantizer
  /// ITU-R BT.2100's hybrid log-gamma. Light 1 is the brightest that a scene may have.
  case hybridLogGamma
  /// A power of 1/2.6, of SMPTE ST 428-1. Light 1 is 52.37 cd/m2.
  case cinema

  /// The signal of an amount of light of 0 or more.
  func signal(ofLight light: Double) -> Double {
    switch self {
    case .linear: return light
    case .sRGB: return light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    case .bt709:
      return light < Camera.knee
        ? 4.5 * light : Camera.scale * pow(light, 0.45) - (Camera.scale - 1)
    case .perceptualQuantizer:
      let power = pow(light, Perceptual.m1)
      return pow(
        (Perceptual.c1 + Perceptual.c2 * power) / (1 + Perceptual.c3 * power), Perceptual.m2)
    case .hybridLogGamma:
      return light <= 1.0 / 12
        ? (3 * light).squareRoot() : Hybrid.a * log(12 * light - Hybrid.b) + Hybrid.c
    case .cinema: return pow(light, 1 / 2.6)
    }
  }

  /// The light of a signal of 0...1.
  func light(ofSignal signal: Double) -> Double {
    switch self {
    case .linear: return signal
    case .sRGB:
      return signal <= 0.04045 ? signal / 12.92 : pow((signal + 0.055) / 1.055, 2.4)
    case .bt709:
      return signal < 4.5 * Camera.knee
        ? signal / 4.5 : pow((signal + Camera.scale - 1) / Camera.scale, 1 / 0.45)
    case .perceptualQuantizer:
      let root = pow(signal, 1 / Perceptual.m2)
      let ratio = max(0, root - Perceptual.c1) / (Perceptual.c2 - Perceptual.c3 * root)
      return pow(ratio, 1 / Perceptual.m1)
    case .hybridLogGamma:
      return signal <= 0.5
        ? signal * signal / 3 : (exp((signal - Hybrid.c) / Hybrid.a) + Hybrid.b) / 12
    case .cinema: return pow(signal, 2.6)
    }
  }

  /// Of BT.2020, with the digits that join the straight part and the curve smoothly.
  private enum Camera {
    static let scale = 1.09929682680944
    static let knee = 0.018053968510807
  }

  private enum Perceptual {
    static let m1 = 2610.0 / 16384
    static let m2 = 2523.0 / 32
    static let c1 = 3424.0 / 4096
    static let c2 = 2413.0 / 128
    static let c3 = 2392.0 / 128
  }

  private enum Hybrid {
    static let a = 0.17883277
    static let b = 0.28466892
    static let c = 0.55991073
  }
}
