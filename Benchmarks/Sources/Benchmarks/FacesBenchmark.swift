/// What many faces in a picture cost beside one.
struct FacesBenchmark {
  private static let preset = "medium"
  /// What the cost beside a plain transcode may be, in shares of that with one face.
  private static let goal = Goal(most: 1.1)

  let product: Product
  let rounds: Int

  private struct Entry {
    let clip: Clip
    let count: Int
    let faces: FaceReport
    let transcode: Transcode
  }

  /// The results, and what they say of the goals.
  ///
  /// - Parameters:
  ///   - clips: named by how many faces they show; the others are measured by the first one.
  ///   - progress: is told what is done next.
  func report(_ clips: [Clip], progress: (String) -> Void) throws -> Report {
    var report = Report([
      "faces", "tracks", "covered in a frame", "plain: wall, s", "CPU, s", "MiB",
      "product: wall", "CPU", "MiB more", "to the first: wall", "CPU", "goals",
    ])
    progress("looking for the faces")
    let entries = try clips.map(entry)
    progress("\(clips.map(\.name).joined(separator: " and ")) faces")
    let runs = try Runs.inTurns(
      rounds: rounds,
      entries.flatMap { entry -> [(Int) throws -> ProcessCost?] in
        [
          { _ in try entry.transcode.runPlain() },
          { _ in try entry.transcode.runProduct() },
        ]
      })
    func ratios(_ index: Int, _ value: (ProcessCost) -> Double) -> [Double] {
      runs[2 * index + 1].ratios(to: runs[2 * index], value)
    }
    func growth(_ index: Int, _ value: (ProcessCost) -> Double) -> Quartiles {
      Quartiles(zip(ratios(index, value), ratios(0, value)).map { $0 / $1 })
    }
    for (index, entry) in entries.enumerated() {
      let covered = covered(in: entry.faces)
      let (wall, processor) = (growth(index, \.wall), growth(index, \.processor))
      report.add(
        [entry.clip.name, "\(entry.faces.tracks)", covered.range(decimals: 0)]
          + runs[2 * index].cells + runs[2 * index + 1].cells(beside: runs[2 * index])
          + [wall.range(decimals: 2), processor.range(decimals: 2)],
        judgedBy: checks(of: entry, covered: covered)
          + (index == 0
            ? []
            : [
              GoalCheck(name: "wall", measured: wall, goal: Self.goal),
              GoalCheck(name: "CPU", measured: processor, goal: Self.goal),
            ]))
    }
    return report
  }

  private func entry(_ clip: Clip) throws -> Entry {
    guard let count = Int(clip.name), count > 0 else {
      throw Failure(message: "'\(clip.name)' is no number of faces")
    }
    let faces = try product.faces(
      in: clip, Transcode.arguments(preset: Self.preset, copyClean: "never"))
    return Entry(
      clip: clip, count: count, faces: faces,
      transcode: try Transcode(clip, preset: Self.preset, product))
  }

  /// How many faces are covered in a frame.
  private func covered(in faces: FaceReport) -> Quartiles {
    let without = [Double](repeating: 0, count: max(0, faces.frames - faces.faceCounts.count))
    return Quartiles(without + faces.faceCounts.values.map(Double.init))
  }

  /// Whether the clip's faces are all covered, and little else is.
  private func checks(of entry: Entry, covered: Quartiles) -> [GoalCheck] {
    let count = Double(entry.count)
    let most = count + Double(entry.count / 10 + 1)
    let tracks = Quartiles([Double(entry.faces.tracks)])
    return [
      GoalCheck(name: "tracks", measured: tracks, goal: Goal(least: count)),
      GoalCheck(name: "tracks", measured: tracks, goal: Goal(most: most)),
      GoalCheck(name: "covered", measured: covered, goal: Goal(least: count)),
    ]
  }
}
