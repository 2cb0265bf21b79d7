import Foundation

/// Usage: Benchmarks redaction
///        Benchmarks parts
///        Benchmarks footage PRODUCT ROUNDS PEER ROUNDS FOLDER PICTURE NAME=CLIP...
///
/// Measures and prints Markdown. `redaction` and `parts` measure parts of the product. `footage`
/// runs the program PRODUCT and a plain transcode on each clip so many rounds, and the peer deface,
/// the program PEER, in so many of them; outputs are left in FOLDER. The exit status is 1 where a
/// goal of `redaction` is missed by more than noise; standard error then says which.
@main
enum Main {
  static func main() {
    do {
      let reports = try reports(Array(CommandLine.arguments.dropFirst()))
      print(reports.map(\.markdown).joined(separator: "\n\n"))
      let misses = reports.flatMap(\.misses)
      for miss in misses { note("goal missed: \(miss)") }
      if !misses.isEmpty { exit(1) }
    } catch {
      note("error: \(error)")
      exit(2)
    }
  }

  private static func reports(_ arguments: [String]) throws -> [Report] {
    switch arguments.first {
    case "redaction": return [try RedactionBenchmark.report()]
    case "parts": return [try PartsBenchmark.report()]
    case "footage" where arguments.count > 7:
      guard let rounds = Int(arguments[2]), rounds > 0, let peerRounds = Int(arguments[4]) else {
        throw Failure(message: "give a number of rounds from 1 up, for the peer from 0 up")
      }
      let benchmark = FootageBenchmark(
        product: arguments[1], peer: arguments[3], rounds: rounds, peerRounds: peerRounds,
        folder: arguments[5])
      let clips = try arguments.dropFirst(7).map(FootageBenchmark.Clip.init(argument:))
      return [
        try benchmark.report(clips, progress: note),
        try benchmark.report(stillPicture: arguments[6]),
      ]
    default:
      throw Failure(message: "usage: see the head of Benchmarks/Sources/Benchmarks/Main.swift")
    }
  }

  private static func note(_ message: String) {
    FileHandle.standardError.write(Data("bench: \(message)\n".utf8))
  }
}
