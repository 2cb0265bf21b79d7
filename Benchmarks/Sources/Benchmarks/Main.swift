import Foundation

/// Usage: Benchmarks redaction
///        Benchmarks parts
///        Benchmarks start PRODUCT ROUNDS FOLDER PICTURE
///        Benchmarks footage PRODUCT ROUNDS FOLDER PEER ROUNDS NAME=CLIP...
///        Benchmarks copying PRODUCT ROUNDS FOLDER NAME=CLIP...
///        Benchmarks faces PRODUCT ROUNDS FOLDER COUNT=CLIP...
///        Benchmarks length PRODUCT ROUNDS FOLDER HANDLING MINUTES=CLIP...
///
/// Measures and prints Markdown. `redaction` and `parts` measure parts of the product, the others run
/// the program PRODUCT so many rounds, beside a plain transcode but for `start` and `length`, and in
/// `footage` beside the peer deface, the program PEER, in so many of them. Outputs are left in
/// FOLDER. HANDLING is what `--copy-clean` is told. The exit status is 1 where a goal is missed by
/// more than noise; standard error then says which.
@main
enum Main {
  static func main() {
    do {
      let report = try report(Array(CommandLine.arguments.dropFirst()))
      print(report.table)
      for miss in report.misses { note("goal missed: \(miss)") }
      if !report.misses.isEmpty { exit(1) }
    } catch {
      note("error: \(error)")
      exit(2)
    }
  }

  private static func report(_ arguments: [String]) throws -> Report {
    switch arguments.first {
    case "redaction": return try RedactionBenchmark.report()
    case "parts": return try PartsBenchmark.report()
    case let section? where arguments.count > 4:
      guard let rounds = Int(arguments[2]), rounds > 0 else {
        throw Failure(message: "give a number of rounds from 1 up")
      }
      return try report(
        section, Product(program: arguments[1], folder: arguments[3]), rounds: rounds,
        Array(arguments.dropFirst(4)))
    default: throw wrongUsage
    }
  }

  private static func report(
    _ section: String, _ product: Product, rounds: Int, _ rest: [String]
  ) throws -> Report {
    switch section {
    case "start":
      return try StartBenchmark(product: product, rounds: rounds).report(rest[0])
    case "copying":
      return try CopyingBenchmark(product: product, rounds: rounds)
        .report(clips(rest), progress: note)
    case "faces":
      return try FacesBenchmark(product: product, rounds: rounds)
        .report(clips(rest), progress: note)
    case "length":
      return try LengthBenchmark(product: product, rounds: rounds, copyClean: rest[0])
        .report(clips(rest.dropFirst()), progress: note)
    case "footage" where rest.count > 2:
      guard let peerRounds = Int(rest[1]), peerRounds >= 0 else {
        throw Failure(message: "give a number of rounds for the peer from 0 up")
      }
      return try FootageBenchmark(
        product: product, rounds: rounds, peer: rest[0], peerRounds: peerRounds
      ).report(clips(rest.dropFirst(2)), progress: note)
    default: throw wrongUsage
    }
  }

  private static func clips(_ arguments: some Sequence<String>) throws -> [Clip] {
    try arguments.map(Clip.init(argument:))
  }

  private static let wrongUsage = Failure(
    message: "usage: see the head of Benchmarks/Sources/Benchmarks/Main.swift")

  private static func note(_ message: String) {
    FileHandle.standardError.write(Data("bench: \(message)\n".utf8))
  }
}
