import Foundation

/// Usage: Benchmarks redaction|parts
///
/// Measures parts of the product and prints Markdown. The exit status is 1 where a goal is missed by
/// more than noise; standard error then says which.
@main
enum Main {
  static func main() {
    do {
      let report: Report
      switch CommandLine.arguments.dropFirst() {
      case ["redaction"]: report = try RedactionBenchmark.report()
      case ["parts"]: report = try PartsBenchmark.report()
      default: throw Failure(message: "usage: Benchmarks redaction|parts")
      }
      print(report.markdown)
      for miss in report.misses { note("goal missed: \(miss)") }
      if !report.misses.isEmpty { exit(1) }
    } catch {
      note("error: \(error)")
      exit(2)
    }
  }

  private static func note(_ message: String) {
    FileHandle.standardError.write(Data("bench: \(message)\n".utf8))
  }
}
