import FaceDetection
import Foundation
import Media
import Pipeline

/// The first line of a report: what it is, and of which footage.
struct ReportHeader: Hashable, Decodable, Sendable {
  /// A video stream of the footage.
  struct Stream: Hashable, Decodable, Sendable {
    /// Index in the input.
    let index: Int
    /// Size of the upright frame, to whose pixels all boxes belong.
    let width: Int
    let height: Int
    /// Seconds per tick, as numerator and denominator.
    let timeBase: [Int32]
    /// Frames a second likewise; `nil` where the container does not say.
    let frameRate: [Int32]?
  }

  /// How the faces were found.
  struct Detector: Hashable, Decodable, Sendable {
    let name: String
    /// SHA-256 of the model file in hexadecimal digits.
    let modelSHA256: String
  }

  /// The settings that decide which faces are found, as `Configuration` has them.
  struct Settings: Hashable, Decodable, Sendable {
    let detail: String
    let threshold: Double
    let lookahead: Double
    let hold: Double
    let damaged: String
    let duration: Double?
  }

  /// The name of the format, as its lines give it.
  static let formatName = "anonymize-faces"
  /// The version of the format; one number higher where older readers would be misled.
  static let currentVersion = 1

  let format: String
  let version: Int
  /// The footage's name without its folder.
  let input: String?
  /// Version of the program that wrote it.
  let tool: String?
  /// Versions of the libraries that it ran with.
  let libraries: [String: String]?
  let detector: Detector?
  let settings: Settings?
  let streams: [Stream]
}

extension ReportHeader {
  /// The header of a report that is being made.
  ///
  /// - Throws: `DetectionError` where the model or the inference library is missing.
  init(source: InputSource, videos: [MediaStream], configuration: Configuration) throws {
    let files = try DetectionFiles.located()
    format = Self.formatName
    version = Self.currentVersion
    input = Self.baseName(of: source)
    tool = AnonymizeVersion.current
    var libraries = Dictionary(uniqueKeysWithValues: AnonymizeVersion.libraries)
    libraries["openvino"] = try files.runtimeVersion()
    self.libraries = libraries
    detector = Detector(name: "CenterFace", modelSHA256: try files.modelDigest())
    settings = Settings(
      detail: configuration.detail.rawValue, threshold: configuration.threshold,
      lookahead: configuration.lookahead,
      hold: configuration.hold, damaged: configuration.damaged.rawValue,
      duration: configuration.duration)
    streams = videos.map(Stream.init(of:))
  }

  /// The last part of the input's name, without what a URL's query may tell.
  private static func baseName(of source: InputSource) -> String {
    let name = source.description
    switch source {
    case .standardInput: return "-"
    case .file: return String(name.split(separator: "/").last ?? "")
    case .url, .device:
      return String(name.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? "")
    }
  }

  /// The line without its end.
  var line: String {
    JSONText.object { json in
      json.add("type", ReportLine.Kind.header.rawValue)
      json.add("format", format)
      json.add("version", version)
      if let input { json.add("input", input) }
      if let tool { json.add("tool", tool) }
      if let libraries {
        json.add("libraries") { json in
          for (name, version) in libraries.sorted(by: { $0.key < $1.key }) {
            json.add(name, version)
          }
        }
      }
      if let detector {
        json.add("detector") { json in
          json.add("name", detector.name)
          json.add("modelSHA256", detector.modelSHA256)
        }
      }
      if let settings {
        json.add("settings") { json in
          json.add("detail", settings.detail)
          json.add("threshold", settings.threshold)
          json.add("lookahead", settings.lookahead)
          json.add("hold", settings.hold)
          json.add("damaged", settings.damaged)
          json.add("duration", settings.duration)
        }
      }
      json.add(
        "streams",
        list: streams.map { stream in
          JSONText.object { json in
            json.add("index", stream.index)
            json.add("width", stream.width)
            json.add("height", stream.height)
            json.add("timeBase", list: stream.timeBase.map(\.description))
            if let rate = stream.frameRate { json.add("frameRate", list: rate.map(\.description)) }
          }
        })
    }
  }
}

extension ReportHeader.Stream {
  /// What a report says of a video stream.
  init(of stream: MediaStream) {
    let size = FrameGeometry(of: stream).uprightSize
    index = stream.index
    width = size.width
    height = size.height
    timeBase = [stream.timeBase.numerator, stream.timeBase.denominator]
    frameRate = stream.frameRate.flatMap {
      $0.isPositive ? [$0.numerator, $0.denominator] : nil
    }
  }
}
