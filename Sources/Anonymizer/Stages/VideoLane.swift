import Media
import Pipeline

/// The way of one video stream through the pipeline: what its stages share.
struct VideoLane: Sendable {
  /// The lane's place in the tally.
  let number: Int
  /// The stream as the demuxer described it.
  let stream: MediaStream
  /// How its coded pixels lie in the upright picture.
  let geometry: FrameGeometry
  /// Index of the stream that its packets go to.
  let outputStream: Int

  let decoded: BoundedQueue<DecodedFrame>
  let observed: BoundedQueue<ObservedFrame>
  let settled: BoundedQueue<SettledFrame>
  let redacted: BoundedQueue<DecodedFrame>

  /// A lane with its queues, bounded so that a few frames of any size fit.
  init(number: Int, stream: MediaStream, outputStream: Int, pipeline: Pipeline) {
    self.number = number
    self.stream = stream
    geometry = FrameGeometry(of: stream)
    self.outputStream = outputStream
    let bytes = 64 << 20
    decoded = pipeline.makeQueue(of: DecodedFrame.self, maximumCount: 8, maximumBytes: bytes)
    observed = pipeline.makeQueue(of: ObservedFrame.self, maximumCount: 4, maximumBytes: bytes)
    settled = pipeline.makeQueue(of: SettledFrame.self, maximumCount: 4, maximumBytes: bytes)
    redacted = pipeline.makeQueue(of: DecodedFrame.self, maximumCount: 4, maximumBytes: bytes)
  }
}
