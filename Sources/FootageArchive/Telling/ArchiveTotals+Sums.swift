import Foundation

extension ArchiveTotals {
  /// How many files are in a state.
  func count(_ state: LedgerEntry.State) -> Int { files[state] ?? 0 }

  /// Bytes of the source files that are in a state.
  func bytes(_ state: LedgerEntry.State) -> Int64 { sourceBytes[state] ?? 0 }

  /// Files that are footage, as far as is known.
  var footageFiles: Int { files.values.reduce(0, +) - count(.skipped) }

  /// Seconds of footage that a second of a job's time did; `nil` where none was done.
  var speed: Double? { workTime > 0 && footageTime > 0 ? footageTime / workTime : nil }

  /// How much was done of late.
  struct Pace: Hashable {
    /// Days that it is the mean of, today among them: 7, or as many as there are.
    let days: Int
    /// Files a day.
    let files: Double
    /// Footage a day in seconds, if files of these days are as long as all that are done.
    let footageTime: Double
  }

  /// The mean over the last seven days; `nil` where nothing was done on them.
  func pace(at now: Double, in zone: TimeZone) -> Pace? {
    let today = CivilDay(at: now, in: zone)
    let done = days.compactMap { day in
      CivilDay(day.date).map { (age: today.number - $0.number, files: day.files[.done] ?? 0) }
    }
    let recent = done.filter { (0..<7).contains($0.age) }.reduce(0) { $0 + $1.files }
    guard recent > 0, count(.done) > 0, let oldest = done.map(\.age).max() else { return nil }
    let length = min(7, oldest + 1)
    let files = Double(recent) / Double(length)
    return Pace(
      days: length, files: files, footageTime: files * footageTime / Double(count(.done)))
  }
}

extension ArchiveTotals.Pace {
  /// Such as `about 5.1 h of footage a day over the last 7 days`.
  var text: String {
    let span = days == 1 ? "today" : "a day over the last \(days) days"
    return "about \(Figure.length(footageTime)) of footage \(span)"
  }
}
