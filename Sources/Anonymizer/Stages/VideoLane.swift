import Media
import Pipeline

/// The way of one video stream through the pipeline: what its stages share.
struct VideoLane: Sendable {
  /// The lane's place in the tally.
  let number: Int
  /// The stream as the demuxer described it.
  let stream: MediaStream
  /// The stream as it goes into the output: upright where its frames are turned.
  let outputDescription: MediaStream
  /// How its coded pixels lie in the upright picture.
  let geometry: FrameGeometry
  /// Index of the stream that its packets go to.
  let outputStream: Int

  let decoded: BoundedQueue<DecodedFrame>
  let observed: BoundedQueue<ObservedFrame>
  let settled: BoundedQueue<SettledFrame>
  let selected: BoundedQueue<SelectedItem<SettledFrame>>
  let redacted: BoundedQueue<SelectedItem<DecodedFrame>>

  /// How groups of pictures without a face are copied; `nil` where all are coded anew.
  let splice: PictureSplice?
  /// Those groups; `nil` likewise.
  let groups: GroupLog?

  /// Where the work on its frames is recorded; `nil` where nobody wants to know.
  let trace: Trace?

  /// Whether frames are turned upright in their pixels.
  var turns: Bool { outputDescription.orientation != stream.orientation }

  /// A lane with its queues, bounded so that a few frames of any size fit.
  init(
    number: Int, stream: MediaStream, outputDescription: MediaStream, outputStream: Int,
    splice: PictureSplice? = nil, pipeline: Pipeline
  ) {
    self.number = number
    self.stream = stream
    self.outputDescription = outputDescription
    geometry = FrameGeometry(of: stream)
    self.outputStream = outputStream
    let bytes = 64 << 20
    decoded = pipeline.makeQueue(
      of: DecodedFrame.self, named: "decoded \(number)", maximumCount: 4, maximumBytes: bytes)
    observed = pipeline.makeQueue(
      of: ObservedFrame.self, named: "observed \(number)", maximumCount: 2, maximumBytes: bytes)
    settled = pipeline.makeQueue(
      of: SettledFrame.self, named: "settled \(number)", maximumCount: 4, maximumBytes: bytes)
    selected = pipeline.makeQueue(
      of: SelectedItem<SettledFrame>.self, named: "selected \(number)", maximumCount: 2,
      maximumBytes: bytes)
    redacted = pipeline.makeQueue(
      of: SelectedItem<DecodedFrame>.self, named: "redacted \(number)", maximumCount: 4,
      maximumBytes: bytes)
    self.splice = splice
    groups = splice.map { GroupLog(splice: $0, stream: stream) }
    trace = pipeline.trace
  }

  /// A time of the stream's as the trace has it, in seconds.
  func seconds(_ ticks: Int64?) -> Trace.Value {
    .number(ticks.map { Double($0) * stream.timeBase.value })
  }

  /// When the last frame that is wanted ceases to be shown, in ticks; `nil` where that is not
  /// known.
  func endTime(within extent: FootageExtent?) -> Int64? {
    guard let end = stream.endTime else { return nil }
    guard let extent else { return end }
    return min(end, Int64((extent.end / stream.timeBase.value).rounded()))
  }
}
