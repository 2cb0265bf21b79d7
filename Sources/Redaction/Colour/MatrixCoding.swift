import Media

/// How the red, green and blue signals become luma and two colour differences.
///
/// Source: ITU-T H.273, clause 8.3.
enum MatrixCoding {
  /// Green, blue and red take the places of luma and the differences.
  case identity
  /// Luma is a weighted sum of the signals.
  case weighted(SIMD3<Double>)
  /// Luma is the signal of a weighted sum of the lights.
  case constantLuminance(SIMD3<Double>)
  /// Halves and quarters: YCgCo.
  case greenOrange
  /// One of which only luma is known, near enough: its weights.
  case unknown(SIMD3<Double>)

  /// The coding of a description.
  ///
  /// - Parameters:
  ///   - rows: rows of the frame: by the custom of players these decide where nothing is said.
  ///   - isFullColour: whether each pixel has its own three samples.
  init(_ description: ColourDescription, rows: Int, isFullColour: Bool) {
    let weights: SIMD3<Double> =
      if description.primaries == 9 {
        Self.bt2020
      } else {
        rows >= 720 ? Self.bt709 : Self.bt601
      }
    let derived = LightSpace(primaries: description.primaries)?.luminances ?? weights
    self =
      switch description.matrix {
      // Makes no sense with shared samples: the tag is wrong.
      case 0: isFullColour ? .identity : .weighted(weights)
      case 1: .weighted(Self.bt709)
      case 2: .weighted(weights)
      case 4: .weighted(Self.fcc)
      case 5, 6: .weighted(Self.bt601)
      case 7: .weighted(Self.smpte240M)
      case 8: .greenOrange
      case 9: .weighted(Self.bt2020)
      case 10: .constantLuminance(Self.bt2020)
      case 12: .weighted(derived)
      case 13: .constantLuminance(derived)
      default: .unknown(weights)
      }
  }

  /// How many steps lie between the least and the largest difference in limited range and 8 bits;
  /// `nil` where there are no differences.
  var differenceSpan: Double? {
    switch self {
    case .identity: nil
    // Its differences are taken between signals that already are in limited range.
    case .greenOrange: 219
    case .weighted, .constantLuminance, .unknown: 224
    }
  }

  /// Luma of 0...1 and two differences of -0.5...0.5; for the identity, three signals of 0...1.
  func components(of signal: ColourSignal) -> SIMD3<Double> {
    let coded = signal.coded
    switch self {
    case .identity:
      return SIMD3(coded.y, coded.z, coded.x)
    case .weighted(let weights):
      let luma = (coded * weights).sum()
      return SIMD3(
        luma, (coded.z - luma) / (2 * (1 - weights.z)), (coded.x - luma) / (2 * (1 - weights.x)))
    case .constantLuminance(let weights):
      let luma = signal.curve.signal(ofLight: (signal.light * weights).sum())
      // Each sign has its own scale, so that the largest difference there can be is 0.5.
      func difference(_ part: Double, weight: Double) -> Double {
        let most =
          part > luma
          ? 1 - signal.curve.signal(ofLight: weight) : signal.curve.signal(ofLight: 1 - weight)
        return (part - luma) / (2 * most)
      }
      return SIMD3(
        luma, difference(coded.z, weight: weights.z), difference(coded.x, weight: weights.x))
    case .greenOrange:
      let magenta = (coded.x + coded.z) / 2
      return SIMD3((coded.y + magenta) / 2, (coded.y - magenta) / 2, (coded.x - coded.z) / 2)
    case .unknown(let weights):
      return SIMD3((coded * weights).sum(), 0, 0)
    }
  }

  private static let bt601 = weights(red: 0.299, blue: 0.114)
  private static let bt709 = weights(red: 0.2126, blue: 0.0722)
  private static let bt2020 = weights(red: 0.2627, blue: 0.0593)
  private static let fcc = weights(red: 0.30, blue: 0.11)
  private static let smpte240M = weights(red: 0.212, blue: 0.087)

  private static func weights(red: Double, blue: Double) -> SIMD3<Double> {
    SIMD3(red, 1 - red - blue, blue)
  }
}
