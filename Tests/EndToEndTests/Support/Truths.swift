import TestSupport

/// The faces of the sample footage.
enum Truths {
  static func singleFace() throws -> FaceTruth { try SampleFootage.singleFace.truth }
  static func hands() throws -> FaceTruth { try SampleFootage.hands.truth }
  static func carphone() throws -> FaceTruth { try SampleFootage.carphone.truth }
}

extension FaceTruth {
  /// For each frame from the first one on, as long as there is just one face, its box: left, top,
  /// width, height.
  var boxes: [[Double]] {
    let faces = sequence(first: 0) { $0 + 1 }.lazy.map { faces(inFrame: $0) }
    return faces.prefix { $0.count == 1 }.map {
      [$0[0].left, $0[0].top, $0[0].width, $0[0].height]
    }
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
