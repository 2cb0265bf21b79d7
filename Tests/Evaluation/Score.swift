import TestSupport

/// The figures of one program on one clip, or on several together.
struct Score {
  private(set) var faces = 0
  /// The faces that can be seen; of several clips those of all.
  private(set) var exposed: [Exposure.Sighting] = []
  private(set) var longestRun = 0
  private(set) var framesIn = 0
  private(set) var framesOut = 0
  private var farPixels = 0
  private var destroyedPixels = 0
  private var seconds = 0.0
  private var processorSeconds = 0.0

  /// Nothing measured yet.
  init() {}

  /// The figures of one run.
  ///
  /// - Parameters:
  ///   - seconds: the time that passed.
  ///   - processorSeconds: the time of all processors.
  init(_ exposure: Exposure, seconds: Double, processorSeconds: Double) {
    faces = exposure.judgedCount
    exposed = exposure.exposed
    longestRun = exposure.longestRun
    framesIn = exposure.originalCount
    framesOut = exposure.outputCount
    farPixels = exposure.farCount
    destroyedPixels = exposure.destroyedCount
    self.seconds = seconds
    self.processorSeconds = processorSeconds
  }

  /// The share of faces that cannot be seen, 0...1; `nil` where there is none.
  var recall: Double? { faces > 0 ? 1 - Double(exposed.count) / Double(faces) : nil }

  /// The share of far-away textured picture that is destroyed, 0...1; `nil` where there is none.
  var spill: Double? { farPixels > 0 ? Double(destroyedPixels) / Double(farPixels) : nil }

  /// Frames of the source a second.
  var framesPerSecond: Double? { framesIn > 0 ? Double(framesIn) / seconds : nil }

  /// Seconds of all processors for a frame of the source.
  var processorSecondsPerFrame: Double? {
    framesIn > 0 ? processorSeconds / Double(framesIn) : nil
  }

  /// Adds another clip's.
  static func += (left: inout Score, right: Score) {
    left.faces += right.faces
    left.exposed += right.exposed
    left.longestRun = max(left.longestRun, right.longestRun)
    left.framesIn += right.framesIn
    left.framesOut += right.framesOut
    left.farPixels += right.farPixels
    left.destroyedPixels += right.destroyedPixels
    left.seconds += right.seconds
    left.processorSeconds += right.processorSeconds
  }
}
