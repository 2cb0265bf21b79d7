import Foundation

/// The footage that `make samples` gets.
public enum SampleFootage: String, CaseIterable, Sendable {
  /// 176x144 with pixels that are not square, 120 frames: a man in a car, turning and shaking.
  case carphone = "carphone_pristine.mp4"
  /// 640x360, 472 frames, with audio: a woman close by, at times with a hand in her face.
  case hands = "WolfgangLanger_Pexels.mp4"
  /// 640x360, 72 frames, with audio: a man close by.
  case singleFace = "single_face.mp4"
  /// 960x540, with audio: animals of a cartoon. An edit list hides the first three of 98 frames.
  case noFace = "no_face.mp4"
  /// A still picture of a face.
  case singleFacePicture = "single_face.jpg"

  /// Where it is.
  public var path: String {
    SampleFootage.folder.appendingPathComponent("footage/\(rawValue)").path
  }

  /// Where its faces are.
  ///
  /// - Throws: what `FaceTruth` throws; a still picture has no truth.
  public var truth: FaceTruth {
    get throws {
      let name = rawValue.prefix { $0 != "." }
      return try FaceTruth(
        contentsOf: SampleFootage.folder.appendingPathComponent("truth/\(name).json"))
    }
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("samples")
}
