/// What a benchmark found out.
struct Report {
  /// Its results.
  var table: MarkdownTable
  /// The goals that are missed by more than noise, one line each.
  private(set) var misses: [String] = []

  /// A report without results; `names` columns hold names.
  init(_ head: [String], names: Int = 1) { table = MarkdownTable(head, names: names) }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - cells: the row.
  ///   - checks: the figures of it that have goals.
  mutating func add(_ cells: [String], _ checks: [GoalCheck] = []) {
    table.rows.append(cells)
    let name = cells.prefix(table.names).joined(separator: ", ")
    misses += checks.compactMap(\.miss).map { "\(name): \($0)" }
  }

  /// Adds a row whose last cell says how its figures stand to their goals.
  mutating func add(_ cells: [String], judgedBy checks: [GoalCheck]) {
    add(cells + [checks.map(\.text).joined(separator: "; ")], checks)
  }
}
