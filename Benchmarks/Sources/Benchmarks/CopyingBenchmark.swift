/// What it spares to copy the groups of pictures that show no face.
struct CopyingBenchmark {
  /// A clip that shows faces throughout: what looking for groups to copy costs in vain.
  private static let vain = "throughout"
  /// What the product may take on the other clips, in shares of the plain transcode's time.
  private static let goal = Goal(most: 0.4)
  /// What groups of pictures without a face may be coded anew.
  private static let countGoal = Goal(most: 0)
  private static let preset = "medium"

  let product: Product
  let rounds: Int

  /// A clip's groups of pictures.
  private struct Groups {
    let count: Int
    let withFaces: Int
    /// Those that are in the output bit for bit.
    let copied: Int

    var spoiled: Int { count - withFaces - copied }
  }

  /// The results, and what they say of the goals.
  ///
  /// - Parameter progress: is told what is done next.
  func report(_ clips: [Clip], progress: (String) -> Void) throws -> Report {
    var report = Report([
      "faces", "groups", "with faces", "copied", "plain: wall, s", "CPU, s", "MiB",
      "never: wall", "CPU", "MiB more", "auto: wall", "CPU", "MiB more", "auto to never: wall",
      "CPU", "goals",
    ])
    for clip in clips {
      progress("faces \(clip.name)")
      let groups = try groups(of: clip)
      let transcode = try Transcode(clip, preset: Self.preset, product)
      let runs = try Runs.inTurns(
        rounds: rounds,
        [
          { _ in try transcode.runPlain() },
          { _ in try transcode.runProduct(copyClean: "never") },
          { _ in try transcode.runProduct(copyClean: "auto") },
        ])
      let (plain, never, auto) = (runs[0], runs[1], runs[2])
      var checks = [
        GoalCheck(
          name: "groups without faces coded anew", measured: Quartiles([Double(groups.spoiled)]),
          goal: Self.countGoal)
      ]
      if clip.name != Self.vain {
        checks.append(
          GoalCheck(name: "auto's wall", measured: auto.ratio(to: plain, \.wall), goal: Self.goal))
      }
      report.add(
        [clip.name, "\(groups.count)", "\(groups.withFaces)", "\(groups.copied)"] + plain.cells
          + never.cells(beside: plain) + auto.cells(beside: plain)
          + auto.cells(beside: never).dropLast(), judgedBy: checks)
    }
    return report
  }

  /// Which groups go through as they are; throws where one is that shows a face.
  private func groups(of clip: Clip) throws -> Groups {
    let faces = try product.faces(
      in: clip, Transcode.arguments(preset: Self.preset, copyClean: "auto"))
    let source = try CodedPictures(ofFile: clip.path, folder: product.folder)
    let output = try CodedPictures(ofFile: product.output, folder: product.folder)
    let showFaces = source.groups.map { $0.contains { faces.faceCounts[$0.ticks] != nil } }
    let areCopied = output.have(groupsOf: source)
    guard !zip(showFaces, areCopied).contains(where: { $0 && $1 }) else {
      throw Failure(message: "\(clip.path): a group of pictures goes through that shows a face")
    }
    return Groups(
      count: source.groups.count, withFaces: showFaces.count { $0 },
      copied: areCopied.count { $0 })
  }
}
