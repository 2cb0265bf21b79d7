import Foundation
import TestSupport
import Testing

/// What ffprobe says of a piece of footage.
struct Probe: Decodable, Sendable {
  /// How far ffprobe looks.
  enum Depth: Sendable {
    /// At headers only.
    case streams
    /// At every packet, with a hash of its data.
    case packets
    /// At every decoded frame.
    case frames
  }

  /// A stream as its container describes it.
  struct Stream: Decodable, Sendable {
    let index: Int
    let codecName: String?
    let codecType: String?
    let codecTagString: String?
    let profile: String?
    let level: Int?
    let hasBFrames: Int?
    let width: Int?
    let height: Int?
    let pixFmt: String?
    let sampleAspectRatio: String?
    let colorRange: String?
    let colorSpace: String?
    let colorTransfer: String?
    let colorPrimaries: String?
    let chromaLocation: String?
    let fieldOrder: String?
    let avgFrameRate: String?
    let duration: String?
    let timeBase: String
    let startTime: String?
    let sampleRate: String?
    let channels: Int?
    let disposition: [String: Int]
    let tags: [String: String]?
    let sideDataList: [SideData]?

    /// Seconds per tick.
    var tick: Double { Probe.seconds(perTick: timeBase) }
    /// The display matrix as ffprobe prints it; `nil` where there is none.
    var displayMatrix: String? {
      sideDataList?.lazy.compactMap(\.displaymatrix).first
    }
  }

  /// What a container keeps of a stream, or a decoder of a frame, beside the picture itself.
  struct SideData: Decodable, Sendable, CustomStringConvertible {
    private let fields: [String: Scalar]

    init(from decoder: any Decoder) throws {
      fields = try decoder.singleValueContainer().decode([String: Scalar].self)
    }

    /// What it is, in ffprobe's words.
    var kind: String { fields["side_data_type"]?.text ?? "" }
    var displaymatrix: String? { fields["displaymatrix"]?.text }
    /// All that it says.
    var description: String {
      fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.text)" }
        .joined(separator: " ")
    }
  }

  /// A text or a number.
  private struct Scalar: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      text = try (try? value.decode(String.self)) ?? String(value.decode(Double.self))
    }
  }

  /// A packet.
  struct Packet: Decodable, Sendable {
    let streamIndex: Int
    let pts: Int64?
    let dts: Int64?
    let duration: Int64?
    let flags: String
    let dataHash: String?
    private let pos: String?
    private let size: String

    /// Where its data begins in the file, as far as the container tells.
    var position: Int? { pos.flatMap { Int($0) } }
    /// Bytes of its data.
    var byteCount: Int { Int(size) ?? 0 }
  }

  /// A decoded frame, of video or of sound.
  struct Frame: Decodable, Sendable {
    let streamIndex: Int
    let bestEffortTimestamp: Int64?
    let interlacedFrame: Int?
    let topFieldFirst: Int?
    /// How long it is shown, in ticks; of the two, each release of ffprobe has one.
    let duration: Int64?
    let pktDuration: Int64?
    let sideDataList: [SideData]?
  }

  /// A chapter.
  struct Chapter: Decodable, Sendable {
    let startTime: String
    let endTime: String
    let tags: [String: String]?
  }

  /// The container.
  struct Format: Decodable, Sendable {
    let formatName: String?
    let duration: String?
    let tags: [String: String]?
  }

  let streams: [Stream]
  let format: Format
  let chapters: [Chapter]
  private let packets: [Packet]?
  private let frames: [Frame]?

  /// Looks at a file.
  ///
  /// - Throws: `MediaTool.Failure`, or what is wrong with ffprobe's answer.
  init(_ path: String, _ depth: Depth = .streams) throws {
    let more =
      switch depth {
      case .streams: [] as [String]
      case .packets: ["-show_packets", "-show_data_hash", "md5"]
      case .frames: ["-show_frames"]
      }
    let answer = try MediaTool.ffprobe.run(
      ["-of", "json", "-show_streams", "-show_format", "-show_chapters"] + more + [path])
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    self = try decoder.decode(Probe.self, from: answer)
  }

  /// The value of a ratio of whole numbers, such as `1/25`; not a number where it is none.
  static func seconds(perTick ratio: String) -> Double {
    let terms = ratio.split(separator: "/").compactMap { Double($0) }
    return terms.count == 2 ? terms[0] / terms[1] : .nan
  }

  /// The streams of a kind, such as `video`.
  func streams(_ kind: String) -> [Stream] {
    streams.filter { $0.codecType == kind }
  }

  /// The only stream, or the first, of a kind.
  ///
  /// - Throws: where there is none.
  func stream(_ kind: String) throws -> Stream {
    try #require(streams(kind).first)
  }

  /// The packets of a stream, in the file's order.
  func packets(of stream: Stream) -> [Packet] {
    (packets ?? []).filter { $0.streamIndex == stream.index }
  }

  /// The decoded frames of a stream, in the order in which they are shown.
  func frames(of stream: Stream) -> [Frame] {
    (frames ?? []).filter { $0.streamIndex == stream.index }
  }

  /// The presentation times of a stream's frames, in seconds; not a number where one has none.
  func times(of stream: Stream) -> [Double] {
    frames(of: stream).map { Double($0.bestEffortTimestamp) * stream.tick }
  }
}

extension Double {
  /// The number, or not a number.
  fileprivate init(_ ticks: Int64?) {
    self = ticks.map { Double($0) } ?? .nan
  }
}
