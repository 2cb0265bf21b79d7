import TestSupport
import Testing

/// How alike two pieces of footage look, frame by frame.
enum Likeness {
  /// Peak signal-to-noise ratio of the frame that fares worst, over all planes, in dB.
  ///
  /// - Parameters:
  ///   - frames: how many frames both must have.
  ///   - format: the pixel format in which they are compared; that of the first where `nil`.
  static func decibels(
    _ first: String, _ second: String, frames: Int, format: String? = nil
  ) throws -> Double {
    // By number: clocks of containers differ by fractions of a millisecond.
    let preparation = (format.map { "format=\($0)," } ?? "") + "settb=1,setpts=N"
    let listing = try MediaTool.ffmpeg.run(
      ["-noautorotate", "-i", first, "-noautorotate", "-i", second, "-lavfi"]
        + ["[0:v]\(preparation)[a];[1:v]\(preparation)[b];[a][b]psnr=stats_file=-"]
        + ["-f", "null", "/dev/null"])
    let ratios = String(decoding: listing, as: UTF8.self).matches(of: /psnr_avg:([\d.]+|inf)/)
      .compactMap { Double($0.1) }
    #expect(ratios.count == frames)
    return ratios.min() ?? 0
  }

  /// A hash of every decoded frame, as it is or in a pixel format.
  static func hashes(_ path: String, format: String? = nil) throws -> [Substring] {
    let listing = try MediaTool.ffmpeg.run(
      ["-i", path, "-map", "0:v"] + (format.map { ["-pix_fmt", $0] } ?? [])
        + ["-fps_mode", "passthrough", "-f", "framemd5", "-"])
    return String(decoding: listing, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: ",").last }
  }
}
