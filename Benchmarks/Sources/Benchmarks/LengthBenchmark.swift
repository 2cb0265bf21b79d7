/// Whether long footage takes more for each frame, and more memory, than short footage.
struct LengthBenchmark {
  /// What the longest clip may take, in shares of what the one before it takes.
  private static let goal = Goal(most: 1.1)

  let product: Product
  let rounds: Int
  /// What happens to groups of pictures without a face.
  let copyClean: String

  /// The results for the same footage in several lengths, and what they say of the goals.
  ///
  /// - Parameters:
  ///   - clips: named by their minutes, the shortest first.
  ///   - progress: is told what is done next.
  func report(_ clips: [Clip], progress: @escaping (String) -> Void) throws -> Report {
    var report = Report(
      [
        "--copy-clean", "minutes", "frames", "CPU, ms a frame", "wall, ms a frame", "MiB", "goals",
      ], names: 2)
    let frames = try clips.map(frameCount)
    // What makes an hour take minutes.
    let arguments =
      Transcode.arguments(preset: "ultrafast", copyClean: copyClean) + ["--detail", "fast"]
    let runs = try Runs.inTurns(
      rounds: rounds,
      clips.map { clip -> (Int) throws -> ProcessCost? in
        { _ in
          progress("\(clip.name) minutes, --copy-clean \(copyClean)")
          return try product.run(clip.path, arguments)
        }
      })
    for (index, clip) in clips.enumerated() {
      func milliseconds(_ value: (ProcessCost) -> Double) -> String {
        runs[index].figures { 1000 * value($0) / Double(frames[index]) }.range(decimals: 3)
      }
      report.add(
        [
          copyClean, clip.name, "\(frames[index])", milliseconds(\.processor),
          milliseconds(\.wall), runs[index].figures(\.memory).range(decimals: 0),
        ],
        judgedBy: index > 0 && index == clips.count - 1
          ? growth(of: runs[index], frames[index], from: runs[index - 1], frames[index - 1]) : [])
    }
    return report
  }

  /// What a clip takes beside a shorter one.
  private func growth(
    of long: Runs, _ longFrames: Int, from short: Runs, _ shortFrames: Int
  ) -> [GoalCheck] {
    let processor = long.ratios(to: short, \.processor).map {
      $0 * Double(shortFrames) / Double(longFrames)
    }
    return [
      GoalCheck(name: "CPU to the row before", measured: Quartiles(processor), goal: Self.goal),
      GoalCheck(
        name: "MiB to the row before", measured: long.ratio(to: short, \.memory), goal: Self.goal),
    ]
  }

  private func frameCount(_ clip: Clip) throws -> Int {
    let list = "\(product.folder)/frames.csv"
    _ = try run(
      "ffprobe",
      ["-v", "error", "-select_streams", "V:0", "-show_entries", "stream=nb_frames"]
        + ["-of", "csv=p=0", clip.path], log: list)
    let text = try String(contentsOfFile: list, encoding: .utf8)
    guard let count = text.split(whereSeparator: \.isNewline).first.flatMap({ Int($0) }) else {
      throw Failure(message: "\(clip.path) does not say how many frames it has")
    }
    return count
  }
}
