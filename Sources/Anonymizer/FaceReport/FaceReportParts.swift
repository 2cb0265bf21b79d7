import FaceTracking
import Media

/// A report while its lines come in.
struct FaceReportParts {
  private let name: String
  private var header: ReportHeader?
  private var frames: [Int: [FaceReport.Frame]] = [:]
  private var totals: (line: Int, totals: ReportTotals)?

  /// Pixels beyond which no edge of a box can be meant.
  private static let farthest = 1e6

  init(name: String) { self.name = name }

  /// Takes in the next line.
  ///
  /// - Throws: `AnonymizationError.Code.damagedInput`.
  mutating func take(_ line: ReportLine, number: Int) throws {
    let name = name
    func fault(_ complaint: String) -> AnonymizationError {
      ReportFault.fault(in: name, line: number, complaint)
    }
    guard totals == nil else { throw fault("stands behind the totals, which are a report's end") }
    switch line {
    case .header(let line):
      guard header == nil else { throw fault("is a second header") }
      guard line.format == ReportHeader.formatName else {
        throw fault("names another format than '\(ReportHeader.formatName)'")
      }
      guard line.version == ReportHeader.currentVersion else {
        throw fault(
          "names version \(line.version) of the format; this program knows version "
            + "\(ReportHeader.currentVersion)")
      }
      guard Set(line.streams.map(\.index)).count == line.streams.count else {
        throw fault("names a stream twice")
      }
      header = line
    case _ where header == nil: throw fault("is no header, which a report begins with")
    case .frame(let line): try take(line, number: number, fault)
    case .track: break
    case .totals(let line): totals = (number, line)
    }
  }

  private mutating func take(
    _ line: ReportFrame, number: Int, _ fault: (String) -> AnonymizationError
  ) throws {
    guard let stream = header?.streams.first(where: { $0.index == line.stream }) else {
      throw fault("has a frame of stream \(line.stream), which the header does not name")
    }
    guard line.frame >= 0 else { throw fault("has a frame number below zero") }
    if let last = frames[line.stream]?.last {
      guard line.frame > last.number else {
        throw fault("has frame \(line.frame) behind frame \(last.number) of the same stream")
      }
      guard line.ticks > last.ticks else {
        throw fault("has a frame that is not later than the one before")
      }
    }
    let picture = Box(
      x: 0, y: 0, width: Double(stream.width), height: Double(stream.height))
    var untracked = 0
    var faces: [TrackedFace] = []
    for (index, face) in line.faces.enumerated() {
      guard face.box.count == 4 else {
        throw fault("has a box in faces[\(index)] that is not left, top, width and height")
      }
      let box = Box(x: face.box[0], y: face.box[1], width: face.box[2], height: face.box[3])
      guard box.isFinite, !box.isEmpty, face.box.allSatisfy({ abs($0) <= Self.farthest }) else {
        throw fault("has a box in faces[\(index)] without a usable size")
      }
      guard !box.intersection(picture).isEmpty else {
        throw fault("has a box in faces[\(index)] that lies outside of the picture")
      }
      if let track = face.track, track < 0 {
        throw fault("has a track in faces[\(index)] below zero")
      }
      // Faces without a track share numbers that no track has.
      if face.track == nil { untracked += 1 }
      faces.append(
        TrackedFace(
          trackID: face.track ?? -untracked, box: box, score: face.score ?? 1, landmarks: nil,
          source: face.source ?? .detected))
    }
    frames[line.stream, default: []].append(
      FaceReport.Frame(line: number, number: line.frame, ticks: line.ticks, faces: faces))
  }

  /// The report by stream index, once all lines have been taken.
  ///
  /// - Throws: `AnonymizationError.Code.damagedInput`.
  func finish() throws -> [Int: FaceReport.Stream] {
    guard let header else {
      throw AnonymizationError(
        .damagedInput, path: name, "is empty", advice: "name a report that anonymize wrote")
    }
    guard let totals else {
      throw AnonymizationError(
        .damagedInput, path: name, "is cut short: the line with the totals is missing",
        advice: "make the report anew")
    }
    var counts: [Int: Int] = [:]
    for stream in totals.totals.streams {
      guard stream.frames >= 0, counts.updateValue(stream.frames, forKey: stream.index) == nil
      else {
        throw ReportFault.fault(
          in: name, line: totals.line, "has no usable total for stream \(stream.index)")
      }
    }
    guard Set(counts.keys) == Set(header.streams.map(\.index)) else {
      throw ReportFault.fault(
        in: name, line: totals.line, "has totals of other streams than the header")
    }
    let withFaces = Dictionary(
      uniqueKeysWithValues: totals.totals.streams.map { ($0.index, $0.framesWithFaces) })
    var streams: [Int: FaceReport.Stream] = [:]
    for stream in header.streams {
      let frames = frames[stream.index] ?? []
      let count = counts[stream.index] ?? 0
      if let beyond = frames.first(where: { $0.number >= count }) {
        throw ReportFault.fault(
          in: name, line: beyond.line,
          "has frame \(beyond.number) of stream \(stream.index), which has \(count) frames")
      }
      streams[stream.index] = FaceReport.Stream(
        header: stream, frameCount: count, frames: frames,
        countWithFaces: withFaces[stream.index] ?? nil)
    }
    return streams
  }
}
