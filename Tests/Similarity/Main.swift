import Foundation
import TestSupport

/// Usage: similarity WIDTH HEIGHT ORIGINAL OUTPUT PAINTED
///
/// Compares three files or pipes of frames, of one byte a pixel, frame by frame; see `Similarity`.
/// Prints, with spaces between them: the number of frames, the mean over them, that of the worst of
/// them and its number from 0, and the mean share of windows that did not count. Frames that were
/// covered whole have no part in the mean; where all were, it prints `-` for what there is not.
@main
enum Main {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 5, let width = Int(arguments[1]), let height = Int(arguments[2]),
      width >= Similarity.side, height >= Similarity.side
    else { fail("usage: similarity WIDTH HEIGHT ORIGINAL OUTPUT PAINTED, at least 8x8 pixels") }
    let files = arguments.dropFirst(2).map { path in
      guard let file = fopen(path, "rb") else { fail("cannot open \(path)") }
      return file
    }
    var frames = 0
    var (sum, counted, covered) = (0.0, 0, 0.0)
    var worst: (value: Double, frame: Int)?
    while true {
      let pictures = files.map { picture(from: $0, bytes: width * height) }
      if pictures.allSatisfy(\.isEmpty) { break }
      guard pictures.allSatisfy({ $0.count == width * height }) else {
        fail("frame \(frames) is not in all three, or is not whole")
      }
      let similarity = Similarity(
        original: pictures[0], output: pictures[1], painted: pictures[2], width: width,
        height: height)
      covered += similarity.covered
      if let mean = similarity.mean {
        sum += mean
        counted += 1
        if mean < worst?.value ?? .infinity { worst = (mean, frames) }
      }
      frames += 1
    }
    guard frames > 0 else { fail("there is no frame") }
    let share = String(format: "%.4f", covered / Double(frames))
    if let worst {
      let values = String(format: "%.4f %.4f", sum / Double(counted), worst.value)
      print("\(frames) \(values) \(worst.frame) \(share)")
    } else {
      print("\(frames) - - - \(share)")
    }
  }

  // The next picture; cut where the file ends.
  private static func picture(from file: UnsafeMutablePointer<FILE>, bytes: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: bytes) { buffer, count in
      count = fread(buffer.baseAddress, 1, bytes, file)
    }
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("similarity: error: \(message)\n".utf8))
    exit(1)
  }
}
