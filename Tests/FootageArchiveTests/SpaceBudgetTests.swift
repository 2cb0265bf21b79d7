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
    #expect(budget.reserve(gigabyte, for: 1, free: need))
    #expect(!budget.reserve(gigabyte, for: 2, free: need + 1))
    #expect(budget.reserve(gigabyte, for: 2, free: 2 * need))
    budget.release(1)
    budget.release(2)
    #expect(budget.reserve(gigabyte, for: 3, free: need))
  }
}
