import Foundation

/// The judge of covers: how much of each face's structure can still be seen in anonymized footage,
/// and how much of the picture far from any face was destroyed.
///
/// Inside the ellipse that fills 0.9 of a true face, the original's local structure is compared
/// with the output's by the contrast and structure terms of SSIM (Z. Wang et al., 2004) in windows
/// of 7x7 pixels, weighted by the original's local standard deviation. A face that was only encoded
/// again keeps about 0.9 of its detail, one under a mosaic about 0.3 or less. Frames are compared
/// in their order, the first with the first.
public struct Exposure: Sendable {
  /// More detail than this and the face is exposed.
  public static let limit = 0.5
  /// Faces with a shorter side below this, in pixels, are not judged.
  public static let leastSide = 16.0

  /// A face that was judged in one frame.
  public struct Sighting: Sendable {
    /// The original's frame, from 0.
    public let frame: Int
    /// The face, in pixels of the footage that was judged.
    public let face: FaceTruth.Face
    /// How much of its structure is there, 0...1.
    public let detail: Double
    /// Whether it can be seen.
    public var isExposed: Bool { detail > Exposure.limit }
  }

  /// The faces judged so far, frame by frame.
  public private(set) var sightings: [Sighting] = []
  /// The length of the longest run of frames in which one person is exposed.
  public private(set) var longestRun = 0
  /// Frames of the original.
  public private(set) var originalCount = 0
  /// Frames of the output.
  public private(set) var outputCount = 0
  /// Textured pixels of all frames that are far from any face.
  public private(set) var farCount = 0
  /// Those of them whose structure is gone.
  public private(set) var destroyedCount = 0

  /// The judged faces that are exposed.
  public var exposed: [Sighting] { sightings.filter(\.isExposed) }
  /// The frames in which a face is exposed.
  public var exposedFrames: [Int] { Set(exposed.map(\.frame)).sorted() }
  /// The number of judged faces.
  public var judgedCount: Int { sightings.count }
  /// The share of far textured pixels that are destroyed, 0...1.
  public var spill: Double { farCount > 0 ? Double(destroyedCount) / Double(farCount) : 0 }

  private let truth: FaceTruth
  private let firstFrame: Int
  private let scale: (x: Double, y: Double)
  private var map: StructureMap
  /// For each person that is exposed in the last frame, since how many frames.
  private var runs: [Int: Int] = [:]
  private var near: [Bool]

  /// Begins to judge footage.
  ///
  /// - Parameters:
  ///   - truth: of the original's frames; its boxes are brought to the footage's size.
  ///   - width: pixels in a row of both pieces of footage.
  ///   - height: their rows.
  ///   - firstFrame: the frame of the truth that the footage begins with.
  public init(truth: FaceTruth, width: Int, height: Int, firstFrame: Int = 0) {
    self.truth = truth
    self.firstFrame = firstFrame
    scale = (Double(width) / Double(truth.width), Double(height) / Double(truth.height))
    map = StructureMap(width: width, height: height)
    near = Array(repeating: false, count: width * height)
  }

  /// Compares footage frame by frame; both pieces have one size.
  public init(original: GrayFootage, output: GrayFootage, truth: FaceTruth, firstFrame: Int = 0) {
    self.init(
      truth: truth, width: original.width, height: original.height, firstFrame: firstFrame)
    let size = original.width * original.height
    original.bytes.withUnsafeBytes { first in
      output.bytes.withUnsafeBytes { second in
        for frame in 0..<max(original.count, output.count) {
          let range = frame * size..<(frame + 1) * size
          judge(
            original: frame < original.count ? .init(rebasing: first[range]) : nil,
            output: frame < output.count ? .init(rebasing: second[range]) : nil)
        }
      }
    }
  }

  /// Judges the next frame.
  ///
  /// - Parameters:
  ///   - original: the original's, one byte a pixel, row by row; `nil` where it has ended.
  ///   - output: the output's.
  /// - Returns: the faces that were judged in it.
  @discardableResult
  public mutating func judge(
    original: UnsafeRawBufferPointer?, output: UnsafeRawBufferPointer?
  ) -> ArraySlice<Sighting> {
    let frame = originalCount
    let judgedBefore = sightings.count
    originalCount += original == nil ? 0 : 1
    outputCount += output == nil ? 0 : 1
    guard let original, let output else { return [] }
    map.compare(original, with: output)
    let faces = truth.faces(inFrame: firstFrame + frame).map { $0.scaled(by: scale) }
    for face in faces where !face.isIgnored && min(face.width, face.height) >= Exposure.leastSide {
      guard let detail = detail(of: face) else { continue }
      sightings.append(Sighting(frame: frame, face: face, detail: detail))
    }
    let exposed = sightings[judgedBefore...].filter(\.isExposed)
    runs = Dictionary(
      exposed.map { ($0.face.id, (runs[$0.face.id] ?? 0) + 1) }, uniquingKeysWith: max)
    longestRun = max(longestRun, runs.values.max() ?? 0)
    if truth.isComplete(inFrame: firstFrame + frame) { countSpill(awayFrom: faces) }
    return sightings[judgedBefore...]
  }

  /// The detail of a face, or `nil` where it has no structure to lose.
  private func detail(of face: FaceTruth.Face) -> Double? {
    let (centerX, centerY) = face.center
    let columns = clamped(Int(face.left)..<Int(face.left + face.width) + 1, to: map.width)
    let rows = clamped(Int(face.top)..<Int(face.top + face.height) + 1, to: map.height)
    guard columns.count >= 4, rows.count >= 4 else { return nil }
    var (weights, kept, count) = (0.0, 0.0, 0)
    for y in rows {
      let v = (Double(y) + 0.5 - centerY) / (face.height * 0.45)
      for x in columns {
        let u = (Double(x) + 0.5 - centerX) / (face.width * 0.45)
        guard u * u + v * v <= 1 else { continue }
        let weight = Double(map.weights[y * map.width + x])
        weights += weight
        kept += weight * Double(map.similarities[y * map.width + x])
        count += 1
      }
    }
    guard count >= 16, weights >= Double(count) else { return nil }
    return kept / weights
  }

  /// Looks at the pixels outside of every face's box grown to three times its size. Faces that are
  /// not judged have such a surrounding too.
  private mutating func countSpill(awayFrom faces: [FaceTruth.Face]) {
    for pixel in near.indices { near[pixel] = false }
    for face in faces {
      let (x, y) = face.center
      let columns = clamped(
        Int(x - face.width * 1.5)..<Int(x + face.width * 1.5) + 1, to: map.width)
      let rows = clamped(
        Int(y - face.height * 1.5)..<Int(y + face.height * 1.5) + 1, to: map.height)
      for row in rows {
        for column in columns { near[row * map.width + column] = true }
      }
    }
    for pixel in near.indices where !near[pixel] && map.weights[pixel] > 6 {
      farCount += 1
      if map.similarities[pixel] < 0.35 { destroyedCount += 1 }
    }
  }

  private func clamped(_ range: Range<Int>, to count: Int) -> Range<Int> {
    range.clamped(to: 0..<count)
  }
}

extension FaceTruth.Face {
  fileprivate var center: (x: Double, y: Double) { (left + width / 2, top + height / 2) }

  fileprivate func scaled(by scale: (x: Double, y: Double)) -> FaceTruth.Face {
    FaceTruth.Face(
      id: id, left: left * scale.x, top: top * scale.y, width: width * scale.x,
      height: height * scale.y, isIgnored: isIgnored)
  }
}
