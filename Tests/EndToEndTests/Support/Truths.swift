import Foundation
import TestSupport
import Testing

/// The faces of the sample footage; the README in `Fixtures` says how they were found.
enum Truths {
  static func singleFace() throws -> FaceTruth { try truth("single_face") }
  static func hands() throws -> FaceTruth { try truth("WolfgangLanger_Pexels") }
  static func carphone() throws -> FaceTruth { try truth("carphone_pristine") }

  private static func truth(_ name: String) throws -> FaceTruth {
    let url = Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: "json")
    return try FaceTruth(contentsOf: #require(url))
  }
}

extension Exposure {
  /// Judges a video stream of an output by its original and the truth of that.
  ///
  /// - Parameter firstFrame: the frame of the truth that the original begins with.
  init(
    _ original: String, _ output: String, _ truth: FaceTruth, stream: Int = 0, firstFrame: Int = 0
  ) throws {
    self.init(
      original: try GrayFootage(
        original, width: truth.width, height: truth.height, stream: stream),
      output: try GrayFootage(output, width: truth.width, height: truth.height, stream: stream),
      truth: truth, firstFrame: firstFrame)
  }
}
