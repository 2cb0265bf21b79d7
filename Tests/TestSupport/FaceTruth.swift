public import Foundation

/// Where the faces of a clip are in each of its frames: what a careful viewer would say.
///
/// `samples/truth/README.md` describes the form of its files.
public struct FaceTruth: Decodable, Sendable {
  /// One face in one frame.
  public struct Face: Equatable, Sendable {
    /// The person, the same number in all frames of a clip.
    public let id: Int
    /// Left edge of its box, in pixels of the upright picture.
    public let left: Double
    /// Top edge.
    public let top: Double
    /// Width of the box, more than 0.
    public let width: Double
    /// Height of the box, more than 0.
    public let height: Double
    /// Whether it is too unclear to be judged: neither shown nor covered counts.
    public let isIgnored: Bool
  }

  /// Width of the upright picture that the boxes belong to, in pixels.
  public let width: Int
  /// Height of that picture.
  public let height: Int
  /// Ranges of frames in which not every face has a box: what is covered there tells nothing.
  public let incompleteRanges: [ClosedRange<Int>]
  /// The faces by the number of the frame, from 0; frames without faces may be left out.
  private let faces: [Int: [Face]]

  /// The faces of a frame.
  public func faces(inFrame frame: Int) -> [Face] { faces[frame] ?? [] }

  /// Whether every face in a frame has its box.
  public func isComplete(inFrame frame: Int) -> Bool {
    !incompleteRanges.contains { $0.contains(frame) }
  }

  /// Reads it from JSON.
  public init(contentsOf url: URL) throws {
    self = try JSONDecoder().decode(FaceTruth.self, from: Data(contentsOf: url))
  }

  private enum CodingKeys: String, CodingKey {
    case width, height, frames
    case incompleteRanges = "no_fp_count_ranges"
  }

  private struct Frame: Decodable {
    let index: Int
    let faces: [Face]
  }

  /// Reads its file's form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    width = try container.decode(Int.self, forKey: .width)
    height = try container.decode(Int.self, forKey: .height)
    guard width > 0, height > 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .width, in: container, debugDescription: "the picture has no size")
    }
    incompleteRanges = try
      (container.decodeIfPresent([[Int]].self, forKey: .incompleteRanges) ?? [])
      .map { range in
        guard range.count == 2, range[0] <= range[1] else {
          throw DecodingError.dataCorruptedError(
            forKey: .incompleteRanges, in: container,
            debugDescription: "a range is not a first and a last frame")
        }
        return range[0]...range[1]
      }
    let frames = try container.decode([Frame].self, forKey: .frames)
    faces = try Dictionary(frames.map { ($0.index, $0.faces) }) { _, _ in
      throw DecodingError.dataCorruptedError(
        forKey: .frames, in: container, debugDescription: "a frame is there twice")
    }
  }
}

extension FaceTruth.Face: Decodable {
  private enum CodingKeys: String, CodingKey {
    case id, box
    case isIgnored = "ignore"
  }

  /// Reads its file's form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int.self, forKey: .id)
    isIgnored = try container.decodeIfPresent(Bool.self, forKey: .isIgnored) ?? false
    let box = try container.decode([Double].self, forKey: .box)
    guard box.count == 4, box[2] > 0, box[3] > 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .box, in: container, debugDescription: "a box is not left, top, width and height")
    }
    (left, top, width, height) = (box[0], box[1], box[2], box[3])
  }
}
