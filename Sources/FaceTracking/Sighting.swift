import FaceDetection
import Media

/// A detection that was given to a track.
struct Sighting: Sendable {
  /// Number of the frame in the stream, from 0.
  var frame: Int
  /// Presentation time of the frame, in seconds.
  var time: Double
  /// The box as detected.
  var box: BoxVector
  /// The detector's score.
  var score: Float
  /// The detector's landmarks.
  var landmarks: FaceLandmarks
  /// The track's velocity as it was known after this sighting, per second.
  var velocity: BoxVector
}
