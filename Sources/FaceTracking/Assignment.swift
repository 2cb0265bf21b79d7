/// The cheapest way to give each row at most one column, where few of the pairs are possible.
///
/// Shortest augmenting paths over the possible pairs only (R. Jonker and A. Volgenant, "A Shortest
/// Augmenting Path Algorithm for Dense and Sparse Linear Assignment Problems", 1987). Each row may
/// also stay alone at a fixed price, which ends most searches after a few steps: time and memory
/// grow with the number of possible pairs, not with rows times columns. Working storage is kept
/// from one call to the next.
struct Assignment: Sendable {
  /// What it costs to leave a row without a column.
  let priceOfNone: Double

  private var rowStart: [Int] = [0]
  private var edgeColumn: [Int] = []
  private var edgeCost: [Double] = []
  private var columnCount = 0

  private var rowPrice: [Double] = []
  private var columnPrice: [Double] = []
  private var rowOfColumn: [Int] = []
  private var distance: [Double] = []
  private var reachedFrom: [Int] = []
  private var isDone: [Bool] = []
  private var touched: [Int] = []
  private var scanned: [(row: Int, column: Int, distance: Double)] = []

  /// The column that each row was given, -1 for none; valid after `solve()`.
  private(set) var columnOfRow: [Int] = []

  init(priceOfNone: Double) {
    self.priceOfNone = priceOfNone
  }

  /// Forgets the last problem and begins one with so many columns.
  mutating func begin(columns: Int) {
    rowStart.removeAll(keepingCapacity: true)
    rowStart.append(0)
    edgeColumn.removeAll(keepingCapacity: true)
    edgeCost.removeAll(keepingCapacity: true)
    columnCount = columns
  }

  /// Adds a possible pair to the row being described; `cost` is at least 0.
  mutating func addPair(column: Int, cost: Double) {
    edgeColumn.append(column)
    edgeCost.append(cost)
  }

  /// Ends the row being described.
  mutating func endRow() {
    rowStart.append(edgeColumn.count)
  }

  /// Solves the problem described; the answer is in `columnOfRow`.
  mutating func solve() {
    let rows = rowStart.count - 1
    rowPrice.reset(to: 0, count: rows)
    columnPrice.reset(to: 0, count: columnCount)
    columnOfRow.reset(to: -1, count: rows)
    rowOfColumn.reset(to: -1, count: columnCount)
    distance.reset(to: .infinity, count: columnCount)
    reachedFrom.reset(to: -1, count: columnCount)
    isDone.reset(to: false, count: columnCount)
    for row in 0..<rows where rowStart[row] < rowStart[row + 1] {
      place(row)
    }
  }

  /// Gives a row its column, moving rows placed earlier where that is cheaper overall.
  private mutating func place(_ first: Int) {
    scanned.removeAll(keepingCapacity: true)
    touched.removeAll(keepingCapacity: true)
    scanned.append((row: first, column: -1, distance: 0))
    var row = first
    var travelled = 0.0
    var leastAlone = Double.infinity
    var alone = first
    var end = -1
    while true {
      let price = rowPrice[row]
      if travelled + priceOfNone - price < leastAlone {
        leastAlone = travelled + priceOfNone - price
        alone = row
      }
      for edge in rowStart[row]..<rowStart[row + 1] {
        let column = edgeColumn[edge]
        if isDone[column] { continue }
        let reached = travelled + edgeCost[edge] - price - columnPrice[column]
        if reached < distance[column] {
          if distance[column] == .infinity { touched.append(column) }
          distance[column] = reached
          reachedFrom[column] = row
        }
      }
      var nearest = -1
      for column in touched where !isDone[column] {
        if nearest < 0 || distance[column] < distance[nearest] { nearest = column }
      }
      if nearest < 0 || leastAlone <= distance[nearest] { break }
      isDone[nearest] = true
      travelled = distance[nearest]
      if rowOfColumn[nearest] < 0 {
        end = nearest
        break
      }
      row = rowOfColumn[nearest]
      scanned.append((row: row, column: nearest, distance: travelled))
    }

    let length = end < 0 ? leastAlone : travelled
    for step in scanned {
      rowPrice[step.row] += length - step.distance
      if step.column >= 0 { columnPrice[step.column] -= length - step.distance }
    }
    // The path's end is a free column, or a row that stays alone and so frees its own. Each row on
    // the path takes the column freed after it and frees the one it had.
    var freed = end
    if end < 0 {
      freed = columnOfRow[alone]
      columnOfRow[alone] = -1
    }
    while freed >= 0 {
      let taker = reachedFrom[freed]
      let left = columnOfRow[taker]
      columnOfRow[taker] = freed
      rowOfColumn[freed] = taker
      freed = left
    }
    for column in touched {
      distance[column] = .infinity
      isDone[column] = false
    }
  }
}

extension Array {
  /// Fills the array anew without giving up its storage.
  fileprivate mutating func reset(to element: Element, count: Int) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(element, count: count))
  }
}
