import Media

/// A plain colour as the samples of one kind of frame.
///
/// Source: ITU-T H.273 for all but X'Y'Z', which SMPTE ST 428-1 describes.
struct ColourCode: Hashable, Sendable {
  /// One sample for each of the format's colour components in their order, without alpha; the
  /// lowest bit is the lowest significant one, whatever unused bits the format puts below it.
  let samples: [UInt16]

  /// The samples of `colour`.
  ///
  /// - Parameters:
  ///   - format: a paintable format.
  ///   - description: what the frame says of its colours. RGB is in full range whatever is said, gray
  ///     where nothing is said, and YUV only where it is.
  ///   - size: the frame's size.
  init(
    _ colour: RGBColour, format: PixelFormat, description: ColourDescription, size: PixelSize
  ) {
    let components = format.hasAlpha ? format.components.dropLast() : format.components[...]
    let signal = ColourSignal(colour, description: description)
    let values: SIMD3<Double>
    var isFull = true
    var differenceSpan: Double?
    switch format.model {
    case .rgb:
      values = signal.coded
    case .xyz:
      // White of 48 cd/m2 leaves room for whites that have more of X or Z.
      values = (LightSpace.sRGB.xyz(of: colour.light) * (48 / 52.37))
        .map(TransferCurve.cinema.signal(ofLight:))
    case .gray, .yuv:
      let isGray = format.model == .gray
      let isShared = components.contains { $0.horizontalShift > 0 || $0.verticalShift > 0 }
      let matrix = MatrixCoding(
        description, rows: size.height, isFullColour: !isGray && !isShared)
      values = matrix.components(of: signal)
      isFull = description.range == .full || isGray && description.range == .unspecified
      differenceSpan = matrix.differenceSpan
    }
    samples = components.enumerated().map { index, component in
      Self.sample(
        values[index], depth: component.depth, isFull: isFull,
        differenceSpan: index == 0 ? nil : differenceSpan)
    }
  }

  /// One component's sample.
  ///
  /// - Parameters:
  ///   - value: 0...1, or -0.5...0.5 for a colour difference.
  ///   - differenceSpan: of a colour difference, `MatrixCoding.differenceSpan`.
  private static func sample(
    _ value: Double, depth: Int, isFull: Bool, differenceSpan: Double?
  ) -> UInt16 {
    let highest = Double(1 << depth - 1)
    let step = Double(1 << depth) / 256
    let span = isFull ? highest : (differenceSpan ?? 219) * step
    let zero = differenceSpan != nil ? 128 * step : isFull ? 0 : 16 * step
    return UInt16(min(max(0, (value * span).rounded() + zero), highest))
  }
}
