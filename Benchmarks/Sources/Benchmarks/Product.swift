/// The product as a program.
struct Product {
  let program: String
  /// A folder for what it writes, which is left there.
  let folder: String

  /// Where `run` puts footage.
  var output: String { "\(folder)/product.mp4" }

  /// Runs it on a file.
  func run(
    _ input: String, _ arguments: [String], output: String? = nil, cache: String? = nil
  ) throws -> ProcessCost {
    let environment = cache.map { ["ANONYMIZE_CACHE=\($0)"] } ?? []
    // `env` becomes the program that it starts.
    return try Benchmarks.run(
      "env",
      environment + [program, "--quiet", "--overwrite"] + arguments
        + [input, output ?? self.output], log: "\(folder)/product.log")
  }

  /// The faces that it covers in a file, by its own report; its output is left in `output`.
  func faces(in clip: Clip, _ arguments: [String]) throws -> FaceReport {
    let path = "\(folder)/faces.jsonl"
    _ = try run(clip.path, arguments + ["--report", path])
    return try FaceReport(ofFile: path)
  }
}
