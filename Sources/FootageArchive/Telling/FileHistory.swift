import Foundation

/// How many files were finished on each day or in each month.
struct FileHistory: Hashable, Sendable {
  /// The states that it tells, in the order in which a column stacks them.
  static let states = [LedgerEntry.State.done, .failed, .skipped]

  /// One day or month.
  struct Column: Hashable, Sendable {
    /// `YYYY-MM-DD` or `YYYY-MM`.
    var name: String
    /// The same as an axis has it: `30 Nov` or `Nov 2026`.
    var label: String
    /// Files of each of `states`.
    var counts: [Int]

    /// Files of all of them.
    var total: Int { counts.reduce(0, +) }

    /// Such as `3 done, 1 failed`.
    var text: String {
      let parts = zip(FileHistory.states, counts).filter { $1 > 0 }
        .map { "\(Figure.count($1)) \($0.rawValue)" }
      return parts.isEmpty ? "none" : parts.joined(separator: ", ")
    }
  }

  /// Every day or month of a stretch of time, in order, those without any file too.
  var columns: [Column]
  /// Files that were finished at other times.
  var others: Int
  /// Every how many columns have their label on an axis.
  var labelStep: Int

  /// Days and months that are told, at most and at least.
  static let mostColumns = 60
  private static let fewestColumns = 14
  private static let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The days up to today: sixty, or fewer where there is nothing before.
  static func daily(of totals: ArchiveTotals, at now: Double, in zone: TimeZone) -> FileHistory {
    let today = CivilDay(at: now, in: zone).number
    return FileHistory(of: totals, last: today, mostLabels: 6, number: \.number) { number in
      let name = CivilDay(number: number).text
      let month = Int(name.dropFirst(5).prefix(2)).map { monthNames[$0 - 1] } ?? ""
      return (name, "\(Int(name.suffix(2)) ?? 0) \(month)")
    }
  }

  /// The months up to this one: sixty, or fewer where there is nothing before.
  static func monthly(of totals: ArchiveTotals, at now: Double, in zone: TimeZone) -> FileHistory {
    let month = CivilDay(at: now, in: zone).month
    return FileHistory(of: totals, last: month, mostLabels: 4, number: \.month) { number in
      let digits = "0\(number % 12 + 1)".suffix(2)
      return ("\(number / 12)-\(digits)", "\(monthNames[number % 12]) \(number / 12)")
    }
  }

  private init(
    of totals: ArchiveTotals, last: Int, mostLabels: Int, number: (CivilDay) -> Int,
    names: (Int) -> (name: String, label: String)
  ) {
    var counts: [Int: [Int]] = [:]
    for day in totals.days {
      guard let key = CivilDay(day.date).map(number) else { continue }
      let before = counts[key] ?? Self.states.map { _ in 0 }
      counts[key] = zip(before, Self.states).map { $0 + (day.files[$1] ?? 0) }
    }
    let filled = counts.filter { $1.contains { $0 > 0 } }
    let first = filled.keys.filter { $0 <= last }.min() ?? last
    let span = (last - first + 1).clamped(to: Self.fewestColumns...Self.mostColumns)
    let shown = (last - span + 1)...last
    columns = shown.map { key in
      let (name, label) = names(key)
      return Column(name: name, label: label, counts: filled[key] ?? Self.states.map { _ in 0 })
    }
    labelStep = (span + mostLabels - 1) / mostLabels
    others = filled.filter { !shown.contains($0.key) }.values.joined().reduce(0, +)
  }
}

extension Comparable {
  fileprivate func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
