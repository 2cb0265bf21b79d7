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
  /// The clips are in it, or in `videos` in it. Their truth is in a folder `truth` in that folder or
  /// beside it, one JSON file for each clip, of the clip's name but for the ending.
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
      guard files.fileExists(atPath: truth.path), hasPictures(path) else { return nil }
      do {
        return Clip(path: path, truth: try FaceTruth(contentsOf: truth))
      } catch {
        throw Failure(description: "\(truth.path): is no truth of a clip: \(error)")
      }
    }
  }

  // A still picture may have the name of a clip.
  private static func hasPictures(_ path: String) -> Bool {
    let format = try? MediaTool.ffprobe.run(
      ["-select_streams", "V:0", "-show_entries", "format=format_name:stream=index"]
        + ["-of", "csv=p=0", path])
    let lines = String(decoding: format ?? Data(), as: UTF8.self).split(separator: "\n")
    return lines.count == 2 && !lines[1].contains("image2") && !lines[1].hasSuffix("_pipe")
  }
}
