import Foundation

/// What one small picture takes: the first time, and when the compiled networks are kept.
struct StartBenchmark {
  /// Seconds of processor time that a later run may take.
  private static let goal = Goal(most: 0.6)
  /// Later runs behind each first one.
  private static let laterRuns = 3

  let product: Product
  let rounds: Int

  /// The results for a picture, and what they say of the goals.
  func report(_ picture: String) throws -> Report {
    let file = URL(fileURLWithPath: picture)
    let output = "\(product.folder)/still.\(file.pathExtension)"
    let cache = "\(product.folder)/empty-cache"
    func run() throws -> ProcessCost {
      try product.run(picture, [], output: output, cache: cache)
    }
    // Gets files and libraries into memory.
    _ = try run()
    var (first, later) = (Runs(), Runs())
    for _ in 0..<rounds {
      try FileManager.default.removeItem(atPath: cache)
      first.add(try run())
      for _ in 0..<Self.laterRuns { later.add(try run()) }
    }
    var report = Report(
      ["picture", "run", "runs", "wall, s", "CPU, s", "MiB", "goals"], names: 2)
    for (name, runs, goal) in [("first", first, nil), ("later", later, Self.goal)] {
      report.add(
        [file.lastPathComponent, name, "\(runs.costs.count)"] + runs.cells,
        judgedBy: (goal.map {
          [GoalCheck(name: "CPU", measured: runs.figures(\.processor), goal: $0)]
        } ?? []))
    }
    return report
  }
}
