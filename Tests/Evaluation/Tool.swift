import Foundation
import TestSupport

/// A program that anonymizes a clip.
struct Tool {
  /// What it is called in the table.
  let name: String
  /// Where it is.
  let program: Binary
  /// Its command line for a clip.
  let arguments: @Sendable (_ input: String, _ output: String) -> [String]

  /// The program under test.
  static func product(_ program: Binary, options: [String]) -> Tool {
    Tool(name: "anonymize", program: program) { ["--quiet"] + options + [$0, $1] }
  }

  /// The program deface, with its default settings.
  static func deface(_ program: Binary) -> Tool {
    Tool(name: "deface", program: program) { [$0, "--output", $1] }
  }

  /// It left no output that can be judged.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs it on a clip and judges what it made of it.
  ///
  /// - Parameter album: collects the worst moments.
  /// - Throws: `Failure`, or what prevented the start.
  func score(on clip: Clip, album: Album?) throws -> Score {
    let folder = try TemporaryFolder()
    let output = folder.path("output." + (clip.path as NSString).pathExtension)
    let start = ContinuousClock.now
    let outcome = try program.run(arguments(clip.path, output), timeout: 86_400)
    let time = (ContinuousClock.now - start) / .seconds(1)
    guard outcome.status == 0, FileManager.default.fileExists(atPath: output) else {
      let said = outcome.standardError.split(whereSeparator: \.isNewline).last ?? "it said nothing"
      let ending = outcome.status.map { "status \($0)" } ?? "signal \(outcome.signal ?? 0)"
      throw Failure(description: "\(name) fails on \(clip.name) (\(ending)): \(said)")
    }
    do {
      let exposure = try withExtendedLifetime(folder) { try judge(clip, output, album) }
      return Score(exposure, seconds: time, processorSeconds: outcome.processorSeconds)
    } catch let failure as MediaTool.Failure {
      throw Failure(description: "\(name)'s output of \(clip.name) cannot be judged: \(failure)")
    }
  }

  private func judge(_ clip: Clip, _ output: String, _ album: Album?) throws -> Exposure {
    let (width, height) = try GrayStream.size(of: clip.path)
    guard width >= 8, height >= 8 else {
      throw Failure(description: "\(clip.name) is too small to be judged")
    }
    let before = try GrayStream(clip.path, width: width, height: height)
    let after = try GrayStream(output, width: width, height: height)
    var exposure = Exposure(truth: clip.truth, width: width, height: height)
    var goesOn = true
    while goesOn {
      try before.withNext { original in
        try after.withNext { output in
          goesOn = original != nil || output != nil
          let sightings = exposure.judge(original: original, output: output)
          guard let album, let original, let output else { return }
          for sighting in sightings {
            album.add(sighting, original, output, width: width, height: height)
          }
        }
      }
    }
    return exposure
  }
}
