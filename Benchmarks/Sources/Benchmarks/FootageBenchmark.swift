import Foundation

/// What whole runs of the product take, beside a plain transcode with the same encoder, and beside
/// a peer.
struct FootageBenchmark {
  /// One file to be run on.
  struct Clip {
    let name: String
    let path: String

    /// A clip from an argument `NAME=PATH`.
    init(argument: String) throws {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw Failure(message: "'\(argument)' is not NAME=PATH") }
      (name, path) = (parts[0], parts[1])
    }

    /// What the product is to take at most on a clip of this name.
    func wish(preset: String, besidePeer: Bool) -> String {
      let memory: Int
      switch name {
      case "1080p": memory = 500
      case "4K": memory = 1229
      default: return ""
      }
      let peer = name == "1080p" && besidePeer ? ", deface to product 5.5 or more" : ""
      return "product's wall and CPU \(preset == "medium" ? 1.15 : 1.5) or less,"
        + " \(memory) MiB more or less\(peer)"
    }
  }

  /// What the runs of one program on one clip took, round by round.
  private struct Column {
    var costs: [ProcessCost] = []

    func range(decimals: Int, _ value: (ProcessCost) -> Double) -> String {
      Quartiles(costs.map(value)).range(decimals: decimals)
    }

    /// The ratio to another program's runs in the same rounds.
    func ratio(
      to other: Column, decimals: Int = 2, _ value: (ProcessCost) -> Double
    ) -> String {
      Quartiles(zip(costs, other.costs).map { value($0) / value($1) }).range(decimals: decimals)
    }

    /// How much more memory than another program's runs in the same rounds, in MiB.
    func memory(over other: Column) -> String {
      Quartiles(zip(costs, other.costs).map { $0.memory - $1.memory }).range(decimals: 0)
    }
  }

  let product: String
  let peer: String
  let rounds: Int
  /// How many of the rounds the peer takes part in, from the first on.
  let peerRounds: Int
  /// A folder for outputs, which are left there.
  let folder: String

  /// The results for clips of moving pictures, in Markdown.
  ///
  /// - Parameter progress: is told what is done next.
  func report(_ clips: [Clip], progress: (String) -> Void) throws -> Report {
    var table = MarkdownTable(
      [
        "clip", "preset", "plain: wall, s", "CPU, s", "MiB", "product: wall", "CPU", "MiB more",
        "deface: wall", "CPU", "MiB more", "CPU, deface to product", "wanted",
      ], names: 2)
    for clip in clips {
      for preset in ["medium", "veryfast"] {
        progress("\(clip.name), \(preset)")
        // The peer chooses its preset itself.
        let peerRounds = preset == "medium" ? min(peerRounds, rounds) : 0
        let (plain, own, peers) = try run(clip, preset: preset, peerRounds: peerRounds)
        var row = [
          clip.name, preset, plain.range(decimals: 2) { $0.wall },
          plain.range(decimals: 2) { $0.processor }, plain.range(decimals: 0) { $0.memory },
          own.ratio(to: plain) { $0.wall }, own.ratio(to: plain) { $0.processor },
          own.memory(over: plain),
        ]
        row +=
          peerRounds > 0
          ? [
            peers.ratio(to: plain) { $0.wall }, peers.ratio(to: plain) { $0.processor },
            peers.memory(over: plain), peers.ratio(to: own, decimals: 1) { $0.processor },
          ] : ["", "", "", ""]
        row.append(clip.wish(preset: preset, besidePeer: peerRounds > 0))
        table.rows.append(row)
      }
    }
    return Report(markdown: table.description)
  }

  /// The results for a still picture, in Markdown.
  func report(stillPicture path: String) throws -> Report {
    let output = "\(folder)/still.\(URL(fileURLWithPath: path).pathExtension)"
    var column = Column()
    for _ in 0..<rounds { column.costs.append(try runProduct(path, output, [])) }
    var table = MarkdownTable(["picture", "wall, s", "CPU, s", "MiB", "wanted"])
    table.rows = [
      [
        URL(fileURLWithPath: path).lastPathComponent, column.range(decimals: 2) { $0.wall },
        column.range(decimals: 2) { $0.processor }, column.range(decimals: 0) { $0.memory },
        "CPU 0.6 or less",
      ]
    ]
    return Report(markdown: table.description)
  }

  private func run(
    _ clip: Clip, preset: String, peerRounds: Int
  ) throws -> (plain: Column, product: Column, peer: Column) {
    let output = "\(folder)/product.mp4"
    let plainOutput = "\(folder)/plain.mp4"
    let arguments = ["--codec", "h264", "--preset", preset]
    // Says what the encoder is told, and gets files and libraries into memory.
    _ = try runProduct(clip.path, output, arguments)
    let settings = try X264Settings(ofFile: output)

    var (plain, own, peers) = (Column(), Column(), Column())
    for round in 0..<rounds {
      // Each goes first in turns, so that none always has the machine at its best.
      let programs: [() throws -> Void] = [
        { plain.costs.append(try runPlain(clip.path, plainOutput, preset, settings)) },
        { own.costs.append(try runProduct(clip.path, output, arguments)) },
        { if round < peerRounds { peers.costs.append(try runPeer(clip.path)) } },
      ]
      for index in programs.indices { try programs[(round + index) % programs.count]() }
    }
    let plainSettings = try X264Settings(ofFile: plainOutput)
    guard plainSettings == settings else {
      throw Failure(
        message: "\(clip.path): the product tells x264 "
          + "'\(plainSettings.differences(to: settings))' where the plain transcode does not")
    }
    return (plain, own, peers)
  }

  private func runPlain(
    _ input: String, _ output: String, _ preset: String, _ settings: X264Settings
  ) throws -> ProcessCost {
    try Benchmarks.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-y", "-i", input, "-map", "0:V:0", "-map", "0:a?"]
        + ["-c:a", "copy", "-fps_mode", "passthrough", "-c:v", "libx264", "-preset", preset]
        + settings.arguments + [output], log: "\(folder)/plain.log")
  }

  private func runProduct(
    _ input: String, _ output: String, _ arguments: [String]
  ) throws -> ProcessCost {
    try Benchmarks.run(
      product, ["--quiet", "--overwrite"] + arguments + [input, output],
      log: "\(folder)/product.log")
  }

  private func runPeer(_ input: String) throws -> ProcessCost {
    try Benchmarks.run(
      peer, ["--output", "\(folder)/deface.mp4", input], log: "\(folder)/deface.log")
  }
}
