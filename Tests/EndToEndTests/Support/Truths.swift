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
    var boxes: [[Double]] = []
    while case let here = faces(inFrame: boxes.count), here.count == 1, let face = here.first {
      boxes.append([face.left, face.top, face.width, face.height])
    }
    return boxes
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
