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
  /// Whether pictures may be coded as fields; encoders say so for all pictures or for none.
  let codesFields: Bool
  /// Whether the clock is so coarse that there is no moment between two pictures.
  let hasCoarseClock: Bool
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
    switch newReorderedFrames {
    case 0: options.append(("bf", "0"))
    case 1: options.append(("b-pyramid", "none"))
    default: break
    }
    return options
  }

  /// x264's own parameters for it, in x264's notation.
  ///
  /// Decoders may drop what they have yet to show where a picture buffer's size changes (ITU-T H.264,
  /// C.4.4), so it is the source's also where fewer pictures are used.
  var parameters: String { "sps-id=\(parameterSetID):dpb-size=\(max(1, referenceFrames))" }

  // Pictures by which the new pictures' decoding may run ahead of showing.
  private var newReorderedFrames: Int {
    if hasCoarseClock || reorderedFrames == 0 || referenceFrames < 2 { return 0 }
    return reorderedFrames == 1 || referenceFrames < 4 ? 1 : 2
  }

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
