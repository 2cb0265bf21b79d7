import FaceDetection
import FaceTracking
import Media
import Pipeline

/// A line of a report for a frame with faces.
struct ReportFrame: Hashable, Decodable, Sendable {
  /// A face in it.
  struct Face: Hashable, Decodable, Sendable {
    let track: Int?
    /// Left, top, width and height in pixels of the upright frame.
    let box: [Double]
    let score: Float?
    let source: TrackedFace.Source?
    let landmarks: Landmarks?
  }

  /// Where the five points of a face lie, each as x and y in pixels of the upright frame.
  struct Landmarks: Hashable, Decodable, Sendable {
    let leftEye: [Double]
    let rightEye: [Double]
    let nose: [Double]
    let mouthLeft: [Double]
    let mouthRight: [Double]
  }

  let stream: Int
  let frame: Int
  let time: Double?
  let ticks: Int64
  let faces: [Face]
}

extension ReportFrame {
  /// The line for a frame, without its end.
  static func line(for frame: FrameFaces) -> String {
    JSONText.object { json in
      json.add("type", ReportLine.Kind.frame.rawValue)
      json.add("stream", frame.stream)
      json.add("frame", frame.frame)
      json.add("time", frame.time)
      json.add("ticks", frame.ticks)
      json.add("faces", list: frame.faces.map(text))
    }
  }

  private static func text(of face: TrackedFace) -> String {
    JSONText.object { json in
      json.add("track", face.trackID)
      let box = face.box
      json.add("box", list: [box.x, box.y, box.width, box.height].map(\.description))
      json.add("score", face.score)
      json.add("source", face.source.rawValue)
      guard let points = face.landmarks else { return }
      json.add("landmarks") { json in
        add("leftEye", points.leftEye, to: &json)
        add("rightEye", points.rightEye, to: &json)
        add("nose", points.nose, to: &json)
        add("mouthLeft", points.mouthLeft, to: &json)
        add("mouthRight", points.mouthRight, to: &json)
      }
    }
  }

  private static func add(_ name: String, _ point: Point, to json: inout JSONText) {
    json.add(name, list: [point.x.description, point.y.description])
  }
}

extension FrameFaces {
  /// Whether every number in it is one that JSON can hold.
  var isFinite: Bool {
    time.isFinite
      && faces.allSatisfy { face in
        let points = face.landmarks.map {
          [$0.leftEye, $0.rightEye, $0.nose, $0.mouthLeft, $0.mouthRight]
        }
        return face.score.isFinite && face.box.isFinite
          && (points ?? []).allSatisfy { $0.x.isFinite && $0.y.isFinite }
      }
  }
}

extension Box {
  /// Whether all four numbers are finite.
  var isFinite: Bool { x.isFinite && y.isFinite && width.isFinite && height.isFinite }
}

extension TrackedFace.Source: Decodable {}
