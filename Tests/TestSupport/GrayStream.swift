import Foundation

/// The luma of a piece of footage as `GrayFootage` has it, but one frame at a time, for footage of
/// any length. What is damaged is shown as the decoder shows it.
///
/// Use it on one thread at a time.
public final class GrayStream {
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int

  private let path: String
  private let process: SpawnedProcess
  private let pipe: FileHandle
  private var frame: [UInt8]
  private var hasEnded = false

  /// The size of a file's first frame, upright.
  ///
  /// - Throws: `MediaTool.Failure`, also where there is none.
  public static func size(of path: String) throws -> (width: Int, height: Int) {
    let picture = try MediaTool.ffmpeg.run(
      ["-i", path, "-map", "0:V:0", "-frames:v", "1"]
        + ["-pix_fmt", "gray", "-c:v", "pgm", "-f", "image2pipe", "-"])
    // P5, width, height and the greatest value, before the pixels.
    let words = String(decoding: picture.prefix(40), as: UTF8.self).split(
      maxSplits: 3, whereSeparator: \.isWhitespace)
    guard words.count == 4, let width = Int(words[1]), let height = Int(words[2]) else {
      throw MediaTool.Failure(description: "\(path): there is no frame")
    }
    return (width, height)
  }

  /// Starts to decode a file's first video stream, brought to a size.
  ///
  /// - Throws: what prevented the start.
  public init(_ path: String, width: Int, height: Int) throws {
    self.path = path
    self.width = width
    self.height = height
    frame = Array(repeating: 0, count: width * height)
    let ends = Pipe()
    for end in [ends.fileHandleForReading, ends.fileHandleForWriting] {
      // Else a decoder beside this one would hold it open.
      _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    pipe = ends.fileHandleForReading
    let nothing = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/dev/null"))
    let silence = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/null"))
    process = try SpawnedProcess(
      ["/usr/bin/env", "ffmpeg", "-nostdin", "-v", "error", "-i", path, "-map", "0:V:0"]
        + ["-fps_mode", "passthrough", "-vf", "scale=\(width):\(height)"]
        + ["-pix_fmt", "gray", "-f", "rawvideo", "-"],
      environment: ProcessInfo.processInfo.environment, workingDirectory: nil,
      streams: [
        nothing.fileDescriptor, ends.fileHandleForWriting.fileDescriptor, silence.fileDescriptor,
      ])
    try ends.fileHandleForWriting.close()
  }

  deinit {
    guard !hasEnded else { return }
    process.send(SIGKILL)
    _ = process.wait(seconds: 10)
  }

  /// Lends the next frame, one byte a pixel, row by row, in the order in which they are shown;
  /// `nil` at the end.
  ///
  /// - Throws: `MediaTool.Failure` where the decoder failed, or what `body` throws.
  public func withNext<Result>(
    _ body: (UnsafeRawBufferPointer?) throws -> Result
  ) throws -> Result {
    guard try fill() else { return try body(nil) }
    return try frame.withUnsafeBytes { try body($0) }
  }

  private func fill() throws -> Bool {
    if hasEnded { return false }
    var filled = 0
    while filled < frame.count {
      let count = frame.withUnsafeMutableBytes { bytes in
        read(pipe.fileDescriptor, bytes.baseAddress?.advanced(by: filled), bytes.count - filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      filled += count
    }
    if filled == frame.count { return true }
    hasEnded = true
    guard let ending = process.wait(seconds: 60), ending.status == 0 else {
      throw MediaTool.Failure(description: "\(path): ffmpeg cannot decode it")
    }
    return false
  }
}
