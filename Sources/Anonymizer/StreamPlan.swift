import Media

/// Which streams of an input are anonymized, which are copied or converted, and which are left out
/// and why.
///
/// Nothing that could hold a picture is ever copied: not attached pictures, not files other than
/// fonts, and data only where it is asked for.
struct StreamPlan {
  /// A stream that does not go into the output.
  struct Omission {
    let stream: MediaStream
    /// Why, as the end of a sentence; `nil` where the user asked for it or need not know.
    let reason: String?
  }

  /// A stream that goes into the output in another coding.
  struct Conversion {
    let stream: MediaStream
    /// libavcodec's name of that coding.
    let codecName: String
  }

  private(set) var videos: [MediaStream] = []
  private(set) var copies: [MediaStream] = []
  private(set) var conversions: [Conversion] = []
  private(set) var omissions: [Omission] = []
  private let containerName: String

  /// Video streams of one file that are worked on at the same time, each with detectors of its own.
  static let mostVideos = 12

  /// Sorts the streams of an input.
  ///
  /// - Parameters:
  ///   - keepsData: whether tracks of places, times and the like are wanted.
  ///   - holds: whether the output's container takes a stream's coded data.
  ///   - converted: libavcodec's name of the coding that a stream which the container does not take
  ///     can be converted to; `nil` where there is none.
  ///   - containerName: for messages.
  /// - Throws: `AnonymizationError`: `noFootage` where there is no video, `damagedInput` where it
  ///   cannot be decoded, `usage` where audio would be lost; whatever `converted` throws.
  init(
    streams: [MediaStream], input: String, dropsAudio: Bool, keepsData: Bool, hasChapters: Bool,
    containerName: String, carriesSound: Bool, holds: (MediaStream) -> Bool,
    converted: (MediaStream) throws -> String?
  ) throws {
    self.containerName = containerName
    for stream in streams {
      switch stream.kind {
      case .video where stream.isEmpty:
        omit(stream, "it has no frames")
      case .video:
        guard stream.size != nil else {
          throw AnonymizationError(
            .damagedInput, path: input,
            "the pictures of its video stream \(stream.index) (\(stream.codecName)) cannot be "
              + "decoded", advice: "check the file with a player")
        }
        guard !stream.isDolbyVisionAlone else {
          throw AnonymizationError(
            .damagedInput, path: input,
            "the pictures of its video stream \(stream.index) are in Dolby Vision's own colours, "
              + "which would come out false", advice: "convert it to HDR10 or HLG first")
        }
        videos.append(stream)
      case .audio where dropsAudio:
        omit(stream, nil)
      case .audio where !carriesSound:
        omit(stream, "\(containerName) files hold no sound")
      case .audio:
        guard stream.isDescribed else {
          throw AnonymizationError(
            .damagedInput, path: input,
            "nothing can be learnt of its audio stream \(stream.index) (\(stream.codecName))",
            advice: "check the file with a player, or add --audio drop")
        }
        if holds(stream) {
          copies.append(stream)
        } else if let codecName = try converted(stream) {
          conversions.append(Conversion(stream: stream, codecName: codecName))
        } else {
          throw AnonymizationError(
            .usage, path: input,
            "its \(stream.codecName) audio does not fit into a \(containerName) file",
            advice: "end the output's name in .mkv, or add --audio drop")
        }
      case .subtitle where holds(stream): copies.append(stream)
      case .subtitle:
        if let codecName = try converted(stream) {
          conversions.append(Conversion(stream: stream, codecName: codecName))
        } else {
          omit(stream, "\(containerName) files cannot hold it")
        }
      case .attachment where stream.isFont && holds(stream): copies.append(stream)
      case .attachedPicture, .attachment: omit(stream, "it may show faces")
      // This is how the demuxer shows the titles of chapters, which are copied as such.
      case .data where hasChapters && stream.codecName == "bin_data": omit(stream, nil)
      case .data where !keepsData: omit(stream, "it may tell places or people")
      // Written anew from the video stream's own tag.
      case .data where stream.tagName == "tmcd" && ["mov", "mp4"].contains(containerName):
        omit(stream, nil)
      case .data where holds(stream): copies.append(stream)
      case .data: omit(stream, "\(containerName) files cannot hold it")
      case .unknown: omit(stream, "nothing is known of it")
      }
    }
    if videos.count > StreamPlan.mostVideos {
      throw AnonymizationError(
        .damagedInput, path: input,
        "has \(videos.count) video streams; at most \(StreamPlan.mostVideos) are supported")
    }
    if videos.isEmpty {
      throw AnonymizationError(
        .noFootage, path: input, "there is no video in it", advice: "name a video file")
    }
  }

  /// The plan of a job that only looks at the pictures.
  ///
  /// - Throws: `AnonymizationError`: `noFootage` where there is no video, `damagedInput` where it
  ///   cannot be decoded.
  init(inspecting streams: [MediaStream], input: String) throws {
    try self.init(
      streams: streams, input: input, dropsAudio: true, keepsData: false, hasChapters: false,
      containerName: "", carriesSound: false, holds: { _ in false }, converted: { _ in nil })
  }

  /// How a video stream goes into the output: turned upright where the container cannot say how it
  /// is turned, or where its pictures said so and won't once they are encoded again.
  static func output(of stream: MediaStream, carriesDisplayMatrix: Bool) -> MediaStream {
    let isSaid = carriesDisplayMatrix && !stream.isTurnedByItsPictures
    return stream.isOrientationExact && stream.orientation != .upright && !isSaid
      ? stream.turnedUpright : stream
  }

  /// A line for each conversion, and for each omission that the user should know of.
  var notices: [String] {
    conversions.map { conversion in
      let stream = conversion.stream
      let verb = stream.kind == .audio ? "re-encoded as" : "converted to"
      return "\(StreamPlan.name(of: stream)) is \(verb) \(conversion.codecName): "
        + "\(containerName) files cannot hold \(stream.codecName)"
    }
      + omissions.compactMap { omission in
        omission.reason.map { "\(StreamPlan.name(of: omission.stream)) is left out: \($0)" }
      }
  }

  private static func name(of stream: MediaStream) -> String {
    "stream \(stream.index) (\(stream.kind.rawValue), \(stream.codecName))"
  }

  private mutating func omit(_ stream: MediaStream, _ reason: String?) {
    omissions.append(Omission(stream: stream, reason: reason))
  }
}
