import Foundation
import TestSupport
import Testing

@Suite struct FaceTruthTests {
  @Test func `faces are read by their frames`() throws {
    let truth = try read(
      """
      {"video": "any.mp4", "width": 320, "height": 240, "no_fp_count_ranges": [[3, 5], [9, 9]],
       "frames": [
         {"index": 4, "faces": [
           {"id": 2, "box": [1.5, 2, 30, 40.5]}, {"id": 1, "box": [0, 0, 5, 6], "ignore": true}]},
         {"index": 2, "faces": []}]}
      """)
    #expect(truth.width == 320 && truth.height == 240)
    #expect(truth.faces(inFrame: 0) == [] && truth.faces(inFrame: 2) == [])
    let faces = truth.faces(inFrame: 4)
    #expect(faces.map(\.id) == [2, 1])
    #expect(faces.map(\.isIgnored) == [false, true])
    let first = try #require(faces.first)
    #expect([first.left, first.top, first.width, first.height] == [1.5, 2, 30, 40.5])
    #expect((0..<11).filter { !truth.isComplete(inFrame: $0) } == [3, 4, 5, 9])
  }

  @Test func `every frame is complete where nothing else is said`() throws {
    let truth = try read(#"{"width": 8, "height": 8, "frames": []}"#)
    #expect(truth.isComplete(inFrame: 0))
  }

  @Test(
    arguments: [
      #"{"height": 8, "frames": []}"#, #"{"width": 0, "height": 8, "frames": []}"#,
      #"{"width": 8, "height": 8}"#,
      #"{"width": 8, "height": 8, "no_fp_count_ranges": [[4]], "frames": []}"#,
      #"{"width": 8, "height": 8, "no_fp_count_ranges": [[4, 3]], "frames": []}"#,
      #"{"width": 8, "height": 8, "frames": [{"index": 0, "faces": [{"id": 1, "box": [1, 2, 3]}]}]}"#,
      #"{"width": 8, "height": 8, "frames": [{"index": 0, "faces": [{"id": 1, "box": [1, 2, 0, 3]}]}]}"#,
      #"{"width": 8, "height": 8, "frames": [{"index": 0, "faces": [{"box": [1, 2, 3, 4]}]}]}"#,
      #"{"width": 8, "height": 8, "frames": [{"index": 0, "faces": []}, {"index": 0, "faces": []}]}"#,
    ])
  func `truth that says too little or too much is refused`(text: String) throws {
    #expect(throws: DecodingError.self) { try read(text) }
  }

  @Test(
    arguments: [
      (.carphone, 120, 1), (.singleFace, 72, 1), (.hands, 472, 1), (.noFace, 95, 0),
    ] as [(SampleFootage, Int, Int)])
  func `the samples' truth has a box for each face`(
    sample: SampleFootage, frames: Int, faces: Int
  ) throws {
    let truth = try sample.truth
    for frame in 0..<frames {
      let known = truth.faces(inFrame: frame)
      #expect(known.count == faces, "frame \(frame)")
      for face in known {
        #expect(face.left >= 0 && face.left + face.width <= Double(truth.width), "frame \(frame)")
        #expect(face.top >= 0 && face.top + face.height <= Double(truth.height), "frame \(frame)")
      }
    }
    #expect(truth.faces(inFrame: frames) == [])
  }

  @discardableResult
  private func read(_ text: String) throws -> FaceTruth {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "truth.json")
    return try FaceTruth(contentsOf: URL(fileURLWithPath: path))
  }
}
