import FaceTracking
import Pipeline

/// A line of a report that sums up a track, behind the last frame in which it is covered.
struct ReportTrack: Hashable, Decodable, Sendable {
  let stream: Int
  let track: Int
  let firstFrame: Int
  let lastFrame: Int
  let detectedFrames: Int
  let filledFrames: Int
  let lowestScore: Float
  let highestScore: Float
  let confirmed: Bool
}

extension ReportTrack {
  /// The line for a track, without its end.
  static func line(for track: TrackSummary, ofStream stream: Int) -> String {
    JSONText.object { json in
      json.add("type", ReportLine.Kind.track.rawValue)
      json.add("stream", stream)
      json.add("track", track.trackID)
      json.add("firstFrame", track.firstFrame)
      json.add("lastFrame", track.lastFrame)
      json.add("detectedFrames", track.detectedFrames)
      json.add("filledFrames", track.filledFrames)
      json.add("lowestScore", track.lowestScore)
      json.add("highestScore", track.highestScore)
      json.add("confirmed", track.isConfirmed)
    }
  }
}
