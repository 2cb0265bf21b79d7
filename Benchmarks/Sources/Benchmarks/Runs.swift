/// What the runs of one program took, round by round.
struct Runs {
  private(set) var costs: [ProcessCost] = []

  /// Runs programs in turns; each goes first in turns too, so that none always has the machine at
  /// its best.
  ///
  /// - Parameter programs: are told the round, from 0 up; `nil` says that one took no part in it.
  static func inTurns(
    rounds: Int, _ programs: [(_ round: Int) throws -> ProcessCost?]
  ) throws -> [Runs] {
    var runs = programs.map { _ in Runs() }
    for round in 0..<rounds {
      for index in programs.indices.map({ (round + $0) % programs.count }) {
        if let cost = try programs[index](round) { runs[index].costs.append(cost) }
      }
    }
    return runs
  }

  mutating func add(_ cost: ProcessCost) { costs.append(cost) }

  /// A figure of every run.
  func figures(_ value: (ProcessCost) -> Double) -> Quartiles { Quartiles(costs.map(value)) }

  /// The ratios to another program's runs in the same rounds.
  func ratio(to other: Runs, _ value: (ProcessCost) -> Double) -> Quartiles {
    Quartiles(ratios(to: other, value))
  }

  /// The ratios to another program's runs in the same rounds, in their order.
  func ratios(to other: Runs, _ value: (ProcessCost) -> Double) -> [Double] {
    zip(costs, other.costs).map { value($0) / value($1) }
  }

  /// How much more memory than another program's runs in the same rounds, in MiB.
  func memory(over other: Runs) -> Quartiles {
    Quartiles(zip(costs, other.costs).map { $0.memory - $1.memory })
  }

  /// Three cells of a table: seconds that pass, seconds of processor time, MiB.
  var cells: [String] {
    [
      figures(\.wall).range(decimals: 2), figures(\.processor).range(decimals: 2),
      figures(\.memory).range(decimals: 0),
    ]
  }

  /// Three cells of a table: ratios of time that passes and of processor time, and MiB more.
  func cells(beside other: Runs) -> [String] {
    [
      ratio(to: other, \.wall).range(decimals: 2), ratio(to: other, \.processor).range(decimals: 2),
      memory(over: other).range(decimals: 0),
    ]
  }
}
