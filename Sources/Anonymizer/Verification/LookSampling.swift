/// Which faces of a stream are looked at closely: for each track the first, the last, and some in
/// between, those more often that were not detected in their frame.
struct LookSampling {
  /// Seconds from one look at a detected face of a track to the next.
  static let interval = 0.3
  /// Seconds to a face that was only followed or filled in: that is where covers go astray.
  static let undetectedInterval = 0.15

  /// For each of the stream's entries, whether it is looked at.
  let isChosen: [Bool]

  init(_ faces: RecordedFaces) {
    var isChosen = [Bool](repeating: false, count: faces.entries.count)
    var latest: [Int32: (entry: Int, chosenAt: Double)] = [:]
    for frame in 0..<faces.frameCount {
      let time = faces.times[frame]
      for entry in faces.indices(inFrame: frame) {
        let face = faces.entries[entry]
        var chosenAt = latest[face.trackID]?.chosenAt ?? -.infinity
        if time - chosenAt >= (face.isDetected ? Self.interval : Self.undetectedInterval) {
          isChosen[entry] = true
          chosenAt = time
        }
        latest[face.trackID] = (entry, chosenAt)
      }
    }
    for last in latest.values { isChosen[last.entry] = true }
    self.isChosen = isChosen
  }
}
