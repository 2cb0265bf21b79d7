import FaceDetection
import Foundation

/// Usage: DetectorPrecision FOLDER SET REFERENCE
///
/// Judges the detector on a set of pictures, `FOLDER/SET/` with `FOLDER/SET.json`, and prints
/// Markdown. `REFERENCE` is the output of `reference.py` for that set. The exit status is 1 where
/// the detector in single precision is not as precise as the reference on the same pixels.
@main
enum Main {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 3 else { fail("usage: DetectorPrecision FOLDER SET REFERENCE") }
    do {
      let set = try LabelledSet(folder: arguments[0], name: arguments[1])
      let report = PrecisionReport(name: arguments[1], set: set, files: try .located())
      let reference = try ReferenceDetections(path: arguments[2])
      let comparison = try report.comparison(with: reference)
      let curves = try report.curves()
      print(
        """
        ### \(report.name): \(set.pictures.count) pictures, \(set.faceCount) faces

        \(comparison.table)

        \(curves.costs)

        Recall by the size of the faces, with how many there are:

        \(curves.sizes)

        Recall of the plain passes of all sizes together, by the side of the face in the network's
        input:

        \(curves.inputs)

        Recall on the pictures turned clockwise:

        \(curves.turns)
        """)
      if comparison.worst > PrecisionReport.tolerance {
        fail(
          "on the same pixels the average precision is below the reference's by"
            + String(format: " %.4f", comparison.worst))
      }
    } catch {
      fail("\(error)")
    }
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("DetectorPrecision: error: \(message)\n".utf8))
    exit(1)
  }
}
