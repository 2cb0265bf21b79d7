/// What newly coded pictures of H.264 keep to, so that they can stand beside those of a source in
/// one stream.
struct CodedForm: Hashable, Sendable {
  /// x264's name of the profile.
  let profile: String
  /// Ten times the level.
  let level: Int
  /// Pictures that may be kept for prediction.
  let referenceFrames: Int
  /// Pictures that may come before others that are shown earlier.
  let reorderedFrames: Int
  /// The number of the new parameter sets, of both kinds.
  let parameterSetID: Int

  /// libavcodec's options of libx264 for it.
  ///
  /// - Parameter preset: whose own number of reference pictures is not to be exceeded.
  func options(preset: String) -> [(name: String, value: String)] {
    var options = [
      ("profile", profile), ("level", "\(level / 10).\(level % 10)"),
      ("refs", String(max(1, min(referenceFrames, CodedForm.referenceFrames(of: preset))))),
      ("x264-params", parameters),
    ]
    // Without a pyramid a picture is shown at most one later than it is decoded.
    if reorderedFrames == 0 || referenceFrames < 2 {
      options.append(("bf", "0"))
    } else if reorderedFrames == 1 || referenceFrames < 4 {
      options.append(("b-pyramid", "none"))
    }
    return options
  }

  /// x264's own parameters for it, in x264's notation.
  var parameters: String { "sps-id=\(parameterSetID)" }

  // Source: x264's list of presets.
  private static func referenceFrames(of preset: String) -> Int {
    switch preset {
    case "ultrafast", "superfast", "veryfast": 1
    case "faster", "fast": 2
    case "medium": 3
    case "slow": 5
    case "slower": 8
    default: 16
    }
  }
}
