import Pipeline

/// The last line of a report: a report without it was cut short.
struct ReportTotals: Hashable, Decodable, Sendable {
  /// The totals of one video stream.
  struct Stream: Hashable, Decodable, Sendable {
    let index: Int
    let frames: Int
    let framesWithFaces: Int?
    let tracks: Int?
  }

  let frames: Int?
  let framesWithFaces: Int?
  /// Tracks that count as a face.
  let tracks: Int?
  let streams: [Stream]
}

extension ReportTotals {
  /// The totals over all streams.
  init(of streams: [Stream]) {
    frames = streams.reduce(0) { $0 + $1.frames }
    framesWithFaces = streams.reduce(0) { $0 + ($1.framesWithFaces ?? 0) }
    tracks = streams.reduce(0) { $0 + ($1.tracks ?? 0) }
    self.streams = streams
  }

  /// The totals of a job's video streams.
  init(lanes: [VideoLane], counts: [Tally.Counts]) {
    self.init(
      of: zip(lanes, counts).map { lane, count in
        Stream(
          index: lane.stream.index, frames: count.observed, framesWithFaces: count.withFaces,
          tracks: count.tracks)
      })
  }

  /// The line without its end.
  var line: String {
    JSONText.object { json in
      json.add("type", ReportLine.Kind.totals.rawValue)
      json.add("frames", frames)
      json.add("framesWithFaces", framesWithFaces)
      json.add("tracks", tracks)
      json.add(
        "streams",
        list: streams.map { stream in
          JSONText.object { json in
            json.add("index", stream.index)
            json.add("frames", stream.frames)
            json.add("framesWithFaces", stream.framesWithFaces)
            json.add("tracks", stream.tracks)
          }
        })
    }
  }
}
