import TestSupport
import Testing

/// A piece of footage without a face, and what must come of it.
struct MatrixRow: Sendable, CustomTestStringConvertible {
  /// The file's name; the ending is its container.
  let name: String
  /// How the video is coded, in ffprobe's words.
  let codec: String
  /// Its pixel format, likewise.
  let format: String
  /// Options of ffmpeg that make it from the plain footage.
  let options: String
  /// Options of ffmpeg for the plain footage, or for the clip that `from` names.
  var reading = ""
  /// Options of ffmpeg by which the plain footage becomes a clip that this one is then made of.
  var from: String?
  /// The display matrix that it gets; see `DisplayMatrix`.
  var matrix: [Int32]?
  /// Where the output goes; by default a name with the same ending.
  var to: String?
  /// Options of the program.
  var with: [String] = []
  /// The output's codec and pixel format, where they are others.
  var becomes: (codec: String, format: String)?
  /// What differs, since the output's codec or container cannot say it or says it always.
  var except: Set<Trait> = []
  /// Least peak signal-to-noise ratio of each frame, in dB.
  var decibels = 40.0

  init(_ name: String, _ codec: String, _ format: String, _ options: String) {
    self.name = name
    self.codec = codec
    self.format = format
    self.options = options
  }

  /// The same row with other particulars.
  func but(_ change: (inout MatrixRow) -> Void) -> MatrixRow {
    var row = self
    change(&row)
    return row
  }

  var testDescription: String {
    let target = to.map { " to \($0)" } ?? ""
    return ([name + target, codec, format] + with).joined(separator: " ")
  }

  /// The output's name.
  var output: String { to ?? "out.\(name.split(separator: ".").last ?? "")" }

  /// Makes the footage and returns its path.
  func clip() throws -> String {
    // Letters of the name's beginning tell rows apart whose endings are alike.
    var source = try MatrixRow.plain()
    if let from {
      let ending = from.contains("mpegts") ? "ts" : "mp4"
      source = try Clips.clip("matrix-before-\(name).\(ending)", from: [source], from)
    }
    let flat = try Clips.clip(
      "matrix-\(name)", from: [source], inputOptions: reading,
      format == "" || options.contains("-c copy") || options.contains("-pix_fmt")
        ? options : "\(options) -pix_fmt \(format)")
    guard let matrix else { return flat }
    return try Clips.file("matrix-turned-\(name)") { path in
      try DisplayMatrix(matrix).write(into: flat, as: path)
    }
  }

  /// Ten frames of animals, 192x64 at 25 a second, with sound.
  static func plain() throws -> String {
    try Clips.clip(
      "matrix-plain.mkv", from: .noFace,
      "-vf crop=576:192:0:40,scale=192:64,settb=1/1000,setpts=N*40 -frames:v 10 -t 0.4 -r 25 "
        + "-c:v ffv1 -pix_fmt yuv444p -c:a flac -metadata:s:a language=fra")
  }
}
