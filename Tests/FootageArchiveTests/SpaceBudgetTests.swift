import Testing

@testable import FootageArchive

@Suite struct SpaceBudgetTests {
  private let gigabyte: Int64 = 1 << 30

  @Test func `an output needs more room than its source until outputs tell better`() {
    var budget = SpaceBudget()
    let first = budget.need(of: gigabyte)
    #expect(first > gigabyte * 3 / 2)
    for _ in 0..<100 { budget.note(source: gigabyte, output: gigabyte / 4) }
    #expect(budget.need(of: gigabyte) < gigabyte / 2)
    #expect(budget.need(of: gigabyte) > gigabyte / 4)
  }

  @Test func `jobs at the same time share what is free`() {
    var budget = SpaceBudget()
    let need = budget.need(of: gigabyte)
    let attempts = [(1, need), (2, need + 1), (2, 2 * need)].map { id, free in
      budget.reserve(gigabyte, for: id, free: free)
    }
    #expect(attempts == [true, false, true])
    budget.release(1)
    budget.release(2)
    let isFree = budget.reserve(gigabyte, for: 3, free: need)
    #expect(isFree)
  }
}
