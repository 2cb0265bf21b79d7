import Foundation

/// One channel of the sound of a piece of footage, as ffmpeg decodes it.
public struct Sound: Sendable {
  /// The samples, from the first that is decoded on.
  public private(set) var samples: [Float]

  /// Decodes a file's first audio stream.
  ///
  /// - Parameters:
  ///   - rate: samples in a second, into which it is resampled.
  ///   - channel: the channel's number.
  /// - Throws: `MediaTool.Failure`.
  public init(_ path: String, rate: Int, channel: Int = 0) throws {
    let bytes = try MediaTool.ffmpeg.run([
      "-i", path, "-map", "0:a:0", "-af", "pan=mono|c0=c\(channel),aresample=\(rate)", "-f",
      "f32le", "-",
    ])
    samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  /// Makes a part of it silent.
  public mutating func silence(_ part: Range<Int>) {
    for index in part { samples[index] = 0 }
  }

  /// How far this sound lies behind another, in samples, looked for on both sides of a guess up to
  /// `limit`.
  public func lag(behind other: Sound, around guess: Int = 0, limit: Int) -> Int {
    var best = (lag: 0, product: -Float.infinity)
    for lag in guess - limit...guess + limit {
      var product: Float = 0
      let first = max(0, -lag)
      for index in first..<max(first, min(other.samples.count, samples.count - lag)) {
        product += other.samples[index] * samples[index + lag]
      }
      if product > best.product { best = (lag, product) }
    }
    return best.lag
  }

  /// The energy of the difference to another sound, by the energy of that one, where this one lies
  /// `lag` samples behind it.
  public func error(against other: Sound, lag: Int) -> Double {
    var (difference, total) = (0.0, 0.0)
    for (index, sample) in other.samples.enumerated() where index + lag >= 0 {
      let own = index + lag < samples.count ? samples[index + lag] : 0
      difference += Double(own - sample) * Double(own - sample)
      total += Double(sample) * Double(sample)
    }
    return difference / total
  }
}
