import Foundation

/// What x264 was told, by its own word: it writes that into the first picture of a stream.
struct X264Settings: Equatable {
  private let text: String

  /// The settings behind the first H.264 stream of a file; throws where x264 did not make it.
  init(ofFile path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    guard let writer = data.range(of: Data("x264 - core ".utf8)),
      let start = data.range(
        of: Data(" options: ".utf8), in: writer.upperBound..<data.endIndex)?.upperBound,
      let end = data[start...].firstIndex(where: { $0 < 0x20 || $0 > 0x7E })
    else { throw Failure(message: "\(path): x264 did not make it, so it cannot be compared") }
    text = String(decoding: data[start..<end], as: UTF8.self)
  }

  /// The value of a setting, such as `18.0` for `crf`.
  subscript(name: String) -> String? {
    text.split(separator: " ").first { $0.hasPrefix(name + "=") }
      .map { String($0.dropFirst(name.count + 1)) }
  }

  /// The arguments with which `ffmpeg` tells x264 the same, beside the preset.
  var arguments: [String] {
    func option(_ option: String, _ name: String, unit: String = "") -> [String] {
      self[name].map { [option, $0 + unit] } ?? []
    }
    return option("-crf", "crf") + option("-maxrate", "vbv_maxrate", unit: "k")
      + option("-bufsize", "vbv_bufsize", unit: "k") + option("-crf_max", "crf_max")
  }

  /// The settings that another has and this has not, or in another way.
  func differences(to other: X264Settings) -> String {
    let own = Set(text.split(separator: " "))
    return other.text.split(separator: " ").filter { !own.contains($0) }.joined(separator: " ")
  }
}
