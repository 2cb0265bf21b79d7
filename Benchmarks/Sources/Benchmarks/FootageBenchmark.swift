/// What whole runs of the product take that encode every picture, beside a plain transcode with the
/// same encoder, and beside a peer.
struct FootageBenchmark {
  let product: Product
  let rounds: Int
  /// The peer as a program.
  let peer: String
  /// How many of the rounds the peer takes part in, from the first on.
  let peerRounds: Int

  /// What the product may take beyond `ffmpeg`, in MiB, on clips of these names.
  private static let memoryGoals = ["1080p": Goal(most: 500), "4K": Goal(most: 1.2 * 1024)]
  /// How many times more processor time the peer is to take, on clips of these names.
  private static let peerGoals = ["1080p": Goal(least: 5.5)]
  /// What time and processor time may be, in shares of the plain transcode's.
  private static let goals = ["medium": Goal(most: 1.15), "veryfast": Goal(most: 1.5)]

  /// The results, and what they say of the goals.
  ///
  /// - Parameter progress: is told what is done next.
  func report(_ clips: [Clip], progress: (String) -> Void) throws -> Report {
    var report = Report(
      [
        "clip", "preset", "plain: wall, s", "CPU, s", "MiB", "product: wall", "CPU", "MiB more",
        "deface: wall", "CPU", "MiB more", "CPU, deface to product", "goals",
      ], names: 2)
    for clip in clips {
      for preset in ["medium", "veryfast"] {
        progress("\(clip.name), \(preset)")
        // The peer chooses its preset itself.
        let peerRounds = preset == "medium" ? peerRounds : 0
        let transcode = try Transcode(clip, preset: preset, product)
        let runs = try Runs.inTurns(
          rounds: rounds,
          [
            { _ in try transcode.runPlain() },
            { _ in try transcode.runProduct() },
            { $0 < peerRounds ? try runPeer(clip.path) : nil },
          ])
        let (plain, own, peers) = (runs[0], runs[1], runs[2])
        let besidePeer = peers.costs.isEmpty ? nil : peers.ratio(to: own, \.processor)
        report.add(
          [clip.name, preset] + plain.cells + own.cells(beside: plain)
            + (besidePeer.map { peers.cells(beside: plain) + [$0.range(decimals: 1)] }
              ?? ["", "", "", ""]),
          judgedBy: checks(of: own, beside: plain, clip, preset, besidePeer))
      }
    }
    return report
  }

  private func checks(
    of own: Runs, beside plain: Runs, _ clip: Clip, _ preset: String, _ besidePeer: Quartiles?
  ) -> [GoalCheck] {
    guard let memoryGoal = Self.memoryGoals[clip.name], let goal = Self.goals[preset] else {
      return []
    }
    var checks = [
      GoalCheck(name: "wall", measured: own.ratio(to: plain, \.wall), goal: goal),
      GoalCheck(name: "CPU", measured: own.ratio(to: plain, \.processor), goal: goal),
      GoalCheck(name: "MiB more", measured: own.memory(over: plain), goal: memoryGoal),
    ]
    if let besidePeer, let goal = Self.peerGoals[clip.name] {
      checks.append(GoalCheck(name: "deface to product", measured: besidePeer, goal: goal))
    }
    return checks
  }

  private func runPeer(_ input: String) throws -> ProcessCost {
    try Benchmarks.run(
      peer, ["--output", "\(product.folder)/deface.mp4", input],
      log: "\(product.folder)/deface.log")
  }
}
