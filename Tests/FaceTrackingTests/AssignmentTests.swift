import Testing

@testable import FaceTracking

@Suite struct AssignmentTests {
  /// The least cost of all, found by trying everything.
  private func leastCost(
    _ costs: [[Double?]], priceOfNone: Double, row: Int = 0, taken: Set<Int> = []
  ) -> Double {
    guard row < costs.count else { return 0 }
    var least =
      priceOfNone + leastCost(costs, priceOfNone: priceOfNone, row: row + 1, taken: taken)
    for (column, cost) in costs[row].enumerated() where !taken.contains(column) {
      guard let cost else { continue }
      let rest = leastCost(
        costs, priceOfNone: priceOfNone, row: row + 1, taken: taken.union([column]))
      least = min(least, cost + rest)
    }
    return least
  }

  @Test func `the answer costs no more than any other`() {
    var random = FixedRandom(seed: 7)
    var assignment = Assignment(priceOfNone: 4)
    for _ in 0..<500 {
      let rows = Int.random(in: 0...5, using: &random)
      let columns = Int.random(in: 0...5, using: &random)
      let costs: [[Double?]] = (0..<rows).map { _ in
        (0..<columns).map { _ in
          Bool.random(using: &random) ? Double.random(in: 0...5, using: &random) : nil
        }
      }
      assignment.begin(columns: columns)
      for row in costs {
        for (column, cost) in row.enumerated() {
          if let cost { assignment.addPair(column: column, cost: cost) }
        }
        assignment.endRow()
      }
      assignment.solve()

      var cost = 0.0
      var taken: Set<Int> = []
      #expect(assignment.columnOfRow.count == rows)
      for (row, column) in assignment.columnOfRow.enumerated() {
        guard column >= 0 else {
          cost += 4
          continue
        }
        #expect(taken.insert(column).inserted)
        cost += costs[row][column] ?? .infinity
      }
      #expect(abs(cost - leastCost(costs, priceOfNone: 4)) < 1e-9)
    }
  }

  @Test func `a row moves aside for another that has no choice`() {
    var assignment = Assignment(priceOfNone: 10)
    assignment.begin(columns: 2)
    assignment.addPair(column: 0, cost: 1)
    assignment.addPair(column: 1, cost: 2)
    assignment.endRow()
    assignment.addPair(column: 0, cost: 1)
    assignment.endRow()
    assignment.solve()
    #expect(assignment.columnOfRow == [1, 0])
  }
}
