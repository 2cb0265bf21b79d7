public import Foundation

/// Where the face of a clip is in each of its frames: what a careful viewer would say.
public struct FaceTruth: Decodable, Sendable {
  /// Width of the upright picture that the boxes belong to, in pixels.
  public let width: Int
  /// Height of that picture.
  public let height: Int
  /// For each frame the face's box: left, top, width, height, in pixels of the upright picture.
  public let boxes: [[Double]]

  /// Reads it from JSON.
  public init(contentsOf url: URL) throws {
    self = try JSONDecoder().decode(FaceTruth.self, from: Data(contentsOf: url))
  }
}
