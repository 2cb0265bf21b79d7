import Media

/// Lets the settled frames of one video stream go where nothing but their faces is wanted.
struct SettlingStage {
  let lane: VideoLane
  let tally: Tally

  /// Takes every frame and counts it.
  func run() throws {
    while let settled = try lane.settled.receive() {
      let time = Double(settled.decoded.time) * lane.stream.timeBase.value
      tally.update(lane.number) {
        $0.encoded += 1
        $0.footageTime = time
      }
    }
  }
}
