import Media

extension PixelFormat {
  /// The format of libav's name; throws where there is none.
  static func named(_ name: String) throws -> PixelFormat {
    guard let format = PixelFormat(name: name) else {
      throw Failure(message: "libav has no pixel format \(name)")
    }
    return format
  }
}

/// A frame with content, whose sample memory is its own.
final class Picture {
  var frame: Frame

  /// A picture of noise over a gradient, so that no two neighbouring samples are alike.
  init(format: PixelFormat, size: PixelSize) throws {
    frame = try Frame(format: format, size: size)
    try frame.makeWritable()
    let depth = format.components.first?.depth ?? 8
    for plane in 0..<format.planeCount {
      if depth > 8 {
        frame.withSamples(ofPlane: plane, as: UInt16.self) { samples, stride in
          fill(&samples, stride: stride, maximum: UInt32(1 << depth - 1))
        }
      } else {
        frame.withSamples(ofPlane: plane, as: UInt8.self) { samples, stride in
          fill(&samples, stride: stride, maximum: 255)
        }
      }
    }
  }
}

private func fill<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
  _ samples: inout MutableSpan<Sample>, stride: Int, maximum: UInt32
) {
  var state: UInt32 = 1
  for index in samples.indices {
    // The linear congruential generator of Numerical Recipes (W. H. Press et al., 1992).
    state = state &* 1_664_525 &+ 1_013_904_223
    let gradient = UInt32(index % stride) * maximum / UInt32(stride)
    samples[index] = Sample((gradient + (state >> 16) % (maximum / 2)) * 2 / 3)
  }
}
