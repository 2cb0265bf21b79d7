import FaceDetection
import FaceTracking
import Media

/// A frame on its way from the decoder to the face detector.
struct DecodedFrame: ~Copyable, Sendable {
  let frame: Frame
  /// Presentation time in ticks of the stream's time base.
  let time: Int64
  /// Length on the presentation clock in ticks; 0 where unknown.
  let duration: Int64

  /// The frame alone.
  consuming func intoFrame() -> Frame { frame }
}

/// A frame with the looks that are due at it, and with what they saw once they are taken.
struct ViewedFrame: ~Copyable, Sendable {
  /// One look.
  struct Look: Sendable {
    let pass: DetectionPass
    var faces: [Face] = []
  }

  let decoded: DecodedFrame
  /// What is known of the frame without a look at its faces.
  let observation: FrameObservation
  var looks: [Look]

  /// The frame without what was seen on it.
  consuming func intoDecoded() -> DecodedFrame { decoded }
}

/// A frame on its way from the face detector to the tracker.
struct ObservedFrame: ~Copyable, Sendable {
  let decoded: DecodedFrame
  let observation: FrameObservation

  /// The frame without what was seen on it.
  consuming func intoDecoded() -> DecodedFrame { decoded }
}

/// A frame on its way from the tracker to the redactor: its faces are settled.
struct SettledFrame: ~Copyable, Sendable {
  let decoded: DecodedFrame
  let faces: [TrackedFace]

  /// The frame alone.
  consuming func intoFrame() -> Frame { decoded.intoFrame() }
}

/// What the stages from the selection on pass on: frames, and in between what is copied.
enum SelectedItem<Carrier: ~Copyable & Sendable>: ~Copyable, Sendable {
  /// What the stream's header says of copied and newly coded pictures; before everything else.
  case coding(EncodedStream)
  /// The frames behind it take the places of this group's pictures.
  case group(PictureGroup)
  /// A frame to be coded.
  case frame(Carrier)
  /// A group that goes through as it is.
  case copy(PictureGroup)
}

/// What the muxing stage is sent.
enum MuxItem: ~Copyable, Sendable {
  /// An encoder has been opened for an output stream.
  case described(EncodedStream, stream: Int)
  /// A packet for an output stream.
  case packet(Packet, stream: Int)
  /// One of the senders has nothing more to send.
  case end
}
