import FaceDetection
import Media
import Pipeline

/// Takes the looks that are due at some of the frames of one video stream.
///
/// Several of these stages work side by side, each on frames of its own.
struct LookingStage {
  let frames: BoundedQueue<ViewedFrame>
  let viewed: BoundedQueue<ViewedFrame>
  var finder: TracedFinder

  /// Looks at the frames and passes every one on with what was seen.
  ///
  /// - Throws: whatever the scaler or a detector throws: where a look failed, nothing goes on.
  mutating func run() throws {
    while var viewed = try frames.receive() {
      for index in viewed.looks.indices {
        viewed.looks[index].faces = try finder.faces(
          in: viewed.decoded.frame, by: viewed.looks[index].pass)
      }
      let bytes = viewed.decoded.frame.byteCount
      try self.viewed.send(viewed, bytes: bytes)
    }
    viewed.finish()
  }
}
