import Foundation
import TestSupport

/// A clip whose faces are known.
struct Clip {
  /// The file.
  let path: String
  /// Where its faces are.
  let truth: FaceTruth

  /// The file's name.
  var name: String { (path as NSString).lastPathComponent }

  /// A folder that cannot be used.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The clips of a folder that have truth, by their names.
  ///
  /// The clips are in it, or in `videos` in it. Their truth is in a folder `truth` in that folder
  /// or beside it, one JSON file for each clip, of the clip's name but for the ending.
  static func all(in folder: String) throws -> [Clip] {
    let files = FileManager.default
    // Links are not followed before the truth is looked for beside the folder.
    let root = URL(fileURLWithPath: folder, isDirectory: true).standardizedFileURL
    let videos = root.appendingPathComponent("videos", isDirectory: true)
    let home = files.fileExists(atPath: videos.path) ? videos : root
    let places = [home, home.deletingLastPathComponent()].map {
      $0.appendingPathComponent("truth", isDirectory: true)
    }
    guard let truths = places.first(where: { files.fileExists(atPath: $0.path) }) else {
      throw Failure(description: "\(folder): no folder 'truth' in it or beside it: make one")
    }
    guard let names = try? files.contentsOfDirectory(atPath: home.path) else {
      throw Failure(description: "\(home.path): cannot be read: name a folder of clips")
    }
    return try names.sorted().compactMap { name in
      let base = (name as NSString).deletingPathExtension
      let truth = truths.appendingPathComponent(base + ".json")
      let path = home.appendingPathComponent(name).path
      guard files.fileExists(atPath: truth.path), !isStillPicture(path) else { return nil }
      do {
        return Clip(path: path, truth: try FaceTruth(contentsOf: truth))
      } catch {
        throw Failure(description: "\(truth.path): is no truth of a clip: \(error)")
      }
    }
  }

  // One may have the name of a clip. What cannot be read is left to the programs to fail on.
  private static func isStillPicture(_ path: String) -> Bool {
    let said = try? MediaTool.ffprobe.run(
      ["-show_entries", "format=format_name", "-of", "csv=p=0", path])
    let format = String(decoding: said ?? Data(), as: UTF8.self).trimmingCharacters(
      in: .whitespacesAndNewlines)
    return format == "image2" || format.hasSuffix("_pipe")
  }
}
