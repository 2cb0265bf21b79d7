import TestSupport

/// Clips for tests that are not about faces: a strip of `single_face.mp4`, so that looking for
/// faces takes as little time as it can.
enum Strips {
  private static let crop = "-vf crop=640:96:0:100,scale=320:48"

  /// H.264 with B-frames, 24 frames at 30 a second, and AAC; its index lies in front.
  static func plain() throws -> String {
    try Clips.clip(
      "strip.mp4", from: .singleFace,
      "-t 0.8 \(crop) -c:v libx264 -crf 10 -g 12 -c:a aac -movflags +faststart")
  }

  /// The same packets in another container.
  static func plain(in ending: String) throws -> String {
    try Clips.clip("strip.\(ending)", from: [plain()], "-c copy")
  }

  /// The same in another coding and container, both named by `name`.
  static func coded(_ name: String, _ options: String) throws -> String {
    try Clips.clip(name, from: [plain()], options)
  }
}
