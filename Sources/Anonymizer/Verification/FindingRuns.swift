import Media

/// What is found wrong with one stream, frame by frame, merged into runs of frames.
struct FindingRuns {
  private struct Run {
    var finding: VerificationFinding
    var lastFrame: Int
    var lastBox: Box?
    let trackID: Int32?
  }

  /// Faces that are looked for now and then are the same where they are found again so soon, in
  /// seconds, and share this much.
  private static let longestGap = 0.75
  private static let sameFaceOverlap = 0.2
  /// How many runs back one is looked for that goes on.
  private static let recentRuns = 64

  private let stream: Int
  private var runs: [Run] = []

  /// No findings in a stream of the original.
  init(stream: Int) { self.stream = stream }

  /// The runs, by their beginning.
  var findings: [VerificationFinding] {
    runs.map(\.finding).enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }
    .map(\.element)
  }

  /// Takes what is wrong with a frame; frames come in order.
  ///
  /// - Parameters:
  ///   - frame: its number, of the original where it has it.
  ///   - time: seconds after the first frame.
  ///   - trackID: whose cover it is.
  mutating func add(
    _ kind: VerificationFinding.Kind, frame: Int, time: Double, box: Box? = nil,
    trackID: Int32? = nil
  ) {
    let index = runs.indices.suffix(Self.recentRuns).last { index in
      let run = runs[index]
      guard run.finding.kind == kind, run.trackID == trackID else { return false }
      guard kind == .missedFace, let box, let lastBox = run.lastBox else {
        return frame - run.lastFrame <= 1
      }
      return time - run.finding.end <= Self.longestGap
        && box.intersectionOverUnion(lastBox) >= Self.sameFaceOverlap
    }
    guard let index else {
      runs.append(
        Run(
          finding: VerificationFinding(
            kind: kind, stream: stream, start: time, end: time, box: box),
          lastFrame: frame, lastBox: box, trackID: trackID))
      return
    }
    runs[index].lastFrame = frame
    runs[index].lastBox = box
    runs[index].finding.end = max(runs[index].finding.end, time)
    if let box { runs[index].finding.box = runs[index].finding.box?.union(box) ?? box }
  }
}
