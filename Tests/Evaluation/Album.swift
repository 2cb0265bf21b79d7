import Foundation
import TestSupport

/// The moments of a clip in which faces keep most of their detail, as pictures.
final class Album {
  private struct Moment {
    let sighting: Exposure.Sighting
    /// The face with its surroundings, in the original and in the output.
    let original: [UInt8]
    let output: [UInt8]
  }

  /// Side of a picture, in pixels.
  private static let side = 128
  private static let gap = 4
  private static let perRow = 8
  private static let capacity = 4 * perRow
  /// Fewer frames apart, two moments of one person look the same.
  private static let distance = 10

  /// Those with most detail come first.
  private var moments: [Moment] = []

  /// Keeps a face if it is one of the worst so far.
  ///
  /// - Parameters:
  ///   - original: the original's frame, one byte a pixel, row by row.
  ///   - output: the output's.
  func add(
    _ sighting: Exposure.Sighting, _ original: UnsafeRawBufferPointer,
    _ output: UnsafeRawBufferPointer, width: Int, height: Int
  ) {
    if moments.count == Album.capacity, let last = moments.last,
      sighting.detail <= last.sighting.detail
    {
      return
    }
    let twin = moments.firstIndex {
      $0.sighting.face.id == sighting.face.id
        && sighting.frame - $0.sighting.frame < Album.distance
    }
    if let twin {
      guard sighting.detail > moments[twin].sighting.detail else { return }
      moments.remove(at: twin)
    }
    let moment = Moment(
      sighting: sighting,
      original: Album.picture(of: sighting.face, in: original, width: width, height: height),
      output: Album.picture(of: sighting.face, in: output, width: width, height: height))
    let place = moments.firstIndex { $0.sighting.detail < sighting.detail } ?? moments.count
    moments.insert(moment, at: place)
    if moments.count > Album.capacity { moments.removeLast() }
  }

  /// Writes a sheet of them, NAME.png, each original above its output, and their list, NAME.txt, in
  /// the order of the pictures: row by row from the left. Nothing where there is no moment.
  func write(as name: String, into folder: URL) throws {
    guard !moments.isEmpty else { return }
    let rows = (moments.count + Album.perRow - 1) / Album.perRow
    let width = Album.perRow * (Album.side + Album.gap)
    let height = rows * (2 * Album.side + Album.gap)
    var sheet = [UInt8](repeating: 255, count: width * height)
    for (number, moment) in moments.enumerated() {
      let left = number % Album.perRow * (Album.side + Album.gap)
      let top = number / Album.perRow * (2 * Album.side + Album.gap)
      for (row, start) in stride(from: 0, to: moment.original.count, by: Album.side).enumerated() {
        let place = (top + row) * width + left
        let below = place + Album.side * width
        sheet.replaceSubrange(
          place..<place + Album.side, with: moment.original[start..<start + Album.side])
        sheet.replaceSubrange(
          below..<below + Album.side, with: moment.output[start..<start + Album.side])
      }
    }
    let scratch = try TemporaryFolder()
    let raw = try scratch.write(Data(sheet), to: "sheet.gray")
    try MediaTool.ffmpeg.run(
      ["-f", "rawvideo", "-pix_fmt", "gray", "-video_size", "\(width)x\(height)", "-i", raw]
        + ["-frames:v", "1", "-update", "1", folder.appendingPathComponent(name + ".png").path])
    withExtendedLifetime(scratch) {}
    let lines = moments.map { $0.sighting.line + "\n" }.joined()
    try Data(lines.utf8).write(to: folder.appendingPathComponent(name + ".txt"))
  }

  /// A square about the face, its box grown, brought to the pictures' size by the mean of the
  /// pixels that fall together. White beyond the frame.
  private static func picture(
    of face: FaceTruth.Face, in frame: UnsafeRawBufferPointer, width: Int, height: Int
  ) -> [UInt8] {
    let length = max(face.width, face.height) * 1.5
    let left = face.left + (face.width - length) / 2
    let top = face.top + (face.height - length) / 2
    func span(_ start: Double, _ number: Int) -> ClosedRange<Int> {
      let first = Int((start + length * Double(number) / Double(side)).rounded(.down))
      let end = Int((start + length * Double(number + 1) / Double(side)).rounded(.down))
      return first...max(first, end - 1)
    }
    return (0..<side).flatMap { row in
      (0..<side).map { column in
        var (sum, count) = (0, 0)
        for y in span(top, row) where 0..<height ~= y {
          for x in span(left, column) where 0..<width ~= x {
            sum += Int(frame[y * width + x])
            count += 1
          }
        }
        return count > 0 ? UInt8(sum / count) : 255
      }
    }
  }
}
