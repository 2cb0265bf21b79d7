import Foundation
import TestSupport

/// Runs the product, and a peer if there is one, on clips whose faces are known; judges what they
/// made of them by `Exposure`; and prints a table in Markdown.
@main
enum Main {
  static func main() {
    do {
      let arguments = try Arguments(CommandLine.arguments.dropFirst())
      exit(try evaluate(arguments) ? 0 : 1)
    } catch {
      say("error: \(error)")
      exit(2)
    }
  }

  /// Returns whether the product failed on no clip.
  private static func evaluate(_ arguments: Arguments) throws -> Bool {
    let program = arguments.product.map { Binary(path: $0) } ?? .anonymize
    var tools = [Tool.product(program, options: arguments.options)]
    if let peer = arguments.peer { tools.append(.deface(Binary(path: peer))) }
    let sheets = arguments.sheets.map { URL(fileURLWithPath: $0, isDirectory: true) }
    if let sheets {
      try FileManager.default.createDirectory(at: sheets, withIntermediateDirectories: true)
    }

    var table = Table(of: tools.map(\.name))
    var list = ""
    var isWhole = true
    for clip in try clips(in: arguments.folders) {
      say(clip.name)
      let scores = try tools.enumerated().map { number, tool -> Score? in
        let album = sheets.map { _ in Album() }
        do {
          let score = try tool.score(on: clip, album: album)
          if let sheets { try album?.write(as: "\(clip.name).\(tool.name)", into: sheets) }
          for sighting in score.exposed {
            list += "\(tool.name) \(clip.name) \(sighting.line)\n"
          }
          return score
        } catch let failure as Tool.Failure {
          say("\(failure)")
          if number == 0 { isWhole = false }
          return nil
        }
      }
      table.add(clip.name, scores)
    }
    if let path = arguments.list { try Data(list.utf8).write(to: URL(fileURLWithPath: path)) }
    print(table.text)
    return isWhole
  }

  /// The clips of some folders; of those with the same contents the first.
  private static func clips(in folders: [String]) throws -> [Clip] {
    var clips: [Clip] = []
    for clip in try folders.flatMap({ try Clip.all(in: $0) }) {
      let twin = clips.first {
        FileManager.default.contentsEqual(atPath: $0.path, andPath: clip.path)
      }
      if let twin {
        say("\(clip.name) is the same as \(twin.name): passed over")
      } else {
        clips.append(clip)
      }
    }
    guard !clips.isEmpty else {
      throw Clip.Failure(description: "\(folders.joined(separator: ", ")): no clip has truth")
    }
    return clips
  }

  private static func say(_ message: String) {
    FileHandle.standardError.write(Data("evaluation: \(message)\n".utf8))
  }
}

extension Exposure.Sighting {
  /// The face in words.
  var line: String {
    let box = [face.left, face.top, face.width, face.height].map { "\(Int($0.rounded()))" }
    let detail = String(format: "%.3f", detail)
    return "frame \(frame) id \(face.id) box \(box.joined(separator: " ")) detail \(detail)"
  }
}
