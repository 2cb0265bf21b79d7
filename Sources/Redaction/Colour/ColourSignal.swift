import Media

#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// A plain colour as the red, green and blue signals of a stream, before they are made luma and
/// colour differences.
struct ColourSignal {
  /// Red, green and blue as the stream's curve takes them.
  let light: SIMD3<Double>
  /// How the stream makes signals of light.
  let curve: TransferCurve

  /// Coded red, green and blue, 0...1.
  var coded: SIMD3<Double> { light.map(curve.signal(ofLight:)) }

  /// The signals under which a colour looks in the stream as it does on an sRGB display.
  ///
  /// White is the reference white of ITU-R BT.2408 where the range is high: 203 cd/m2 in PQ, 75 %
  /// of the signal in HLG. Other curves are meant for displays that treat signals much as an sRGB
  /// display does, so that the coded values are kept.
  init(_ colour: RGBColour, description: ColourDescription) {
    var light = colour.light
    let luminance = (light * LightSpace.sRGB.luminances).sum()
    // BT.2020 and P3 with D65 are wide enough that plain colours would be far too vivid in them.
    // The others are near enough to sRGB's.
    if [9, 12].contains(description.primaries),
      let space = LightSpace(primaries: description.primaries)
    {
      light = space.lights(of: LightSpace.sRGB.xyz(of: light)).clamped(
        lowerBound: .zero, upperBound: .one)
    }
    switch description.transfer {
    case 8:
      curve = .linear
      self.light = light
    case 16:
      curve = .perceptualQuantizer
      self.light = light * (203.0 / 10_000)
    case 18:
      curve = .hybridLogGamma
      // Displays raise a scene's luminance to the power of 1.2 (BT.2100, 1,000 cd/m2), so that
      // light on the display is that of the scene times its luminance to the power of 0.2.
      let white = curve.light(ofSignal: 0.75)
      self.light = luminance > 0 ? light * (white * pow(luminance, 1 / 1.2 - 1)) : .zero
    case 13:
      curve = .sRGB
      self.light = light
    default:
      curve = .bt709
      self.light = light.map(TransferCurve.sRGB.signal(ofLight:)).map(curve.light(ofSignal:))
    }
  }
}

extension RGBColour {
  /// Linear red, green and blue, 0...1.
  var light: SIMD3<Double> {
    (SIMD3(Double(red), Double(green), Double(blue)) / 255).map(TransferCurve.sRGB.light(ofSignal:))
  }
}

extension SIMD3<Double> {
  /// Each of the three, changed alike.
  func map(_ change: (Double) -> Double) -> SIMD3<Double> {
    SIMD3(change(x), change(y), change(z))
  }
}
