public import Foundation

/// The luma of every frame of a piece of footage, upright, as the program ffmpeg decodes it.
public struct GrayFootage: Sendable {
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// One byte a pixel, row by row, frame by frame in the order in which they are shown.
  public let bytes: Data
  /// The number of frames.
  public var count: Int { bytes.count / (width * height) }

  /// Decodes a file's video stream in full range, brought to a size.
  ///
  /// - Parameters:
  ///   - stream: which of the video streams, counted from 0; attached pictures don't count.
  ///   - options: more options of ffmpeg, with spaces between them.
  /// - Throws: `MediaTool.Failure`, also where the decoder finds anything damaged.
  public init(
    _ path: String, width: Int, height: Int, stream: Int = 0, options: String = ""
  ) throws {
    self.width = width
    self.height = height
    bytes = try MediaTool.ffmpeg.run(
      ["-xerror", "-i", path, "-map", "0:V:\(stream)", "-fps_mode", "passthrough"]
        + options.split(separator: " ").map(String.init)
        + ["-vf", "scale=\(width):\(height)", "-pix_fmt", "gray", "-f", "rawvideo", "-"])
  }
}
