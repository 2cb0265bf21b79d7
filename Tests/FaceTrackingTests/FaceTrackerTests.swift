import FaceDetection
import Media
import Testing

@testable import FaceTracking

@Suite struct FaceTrackerTests {
  private let size = PixelSize(width: 640, height: 360)

  // MARK: Following

  @Test(arguments: [10.0, 30, 60])
  func `a head that moves half its width a frame is covered in every frame`(fps: Double) {
    let boxes = (0..<24).map { Box(x: Double($0) * 20, y: 100, width: 40, height: 52) }
    let frames = track(observations(boxes.map { [face($0)] }, framesPerSecond: fps))
    for (box, faces) in zip(boxes, frames) {
      #expect(faces.map(\.trackID) == [1])
      #expect(faces.contains { holds($0.box, box) })
    }
  }

  @Test(arguments: [10.0, 30, 60])
  func `a fast head is covered where it is looked for in every other frame`(fps: Double) {
    let boxes = (0..<24).map { Box(x: Double($0) * 20, y: 100, width: 40, height: 52) }
    let frames = track(
      boxes.enumerated().map { index, box in
        FrameObservation(
          time: Double(index) / fps, faces: index % 2 == 0 ? [face(box)] : [],
          isExamined: index % 2 == 0)
      })
    for (box, faces) in zip(boxes, frames) {
      #expect(faces.map(\.trackID) == [1])
      #expect(faces.contains { $0.box.intersectionOverUnion(box) > 0.7 })
    }
  }

  @Test func `faces that cross keep their numbers`() {
    var footage: [[Face]] = []
    var truth: [(left: Box, right: Box)] = []
    for frame in 0..<60 {
      let way = Double(frame) * 6
      let left = Box(x: 60 + way, y: 100, width: 44, height: 56)
      let right = Box(x: 480 - way, y: 112, width: 40, height: 50)
      truth.append((left, right))
      // The nearer face hides the other while they pass.
      let isHidden = left.intersectionOverUnion(right) > 0.15
      footage.append(isHidden ? [face(left)] : [face(right), face(left)])
    }
    let frames = track(observations(footage))
    let first = frames[0]
    let last = frames[59]
    #expect(first.count == 2)
    #expect(last.count == 2)
    for (before, after) in [(truth[0].left, truth[59].left), (truth[0].right, truth[59].right)] {
      let start = first.first { $0.box.intersectionOverUnion(before) > 0.8 }
      let end = last.first { $0.box.intersectionOverUnion(after) > 0.8 }
      #expect(start != nil)
      #expect(start?.trackID == end?.trackID)
    }
    for (places, faces) in zip(truth, frames) {
      #expect(faces.contains { $0.box.intersectionOverUnion(places.left) > 0.7 })
      #expect(faces.contains { $0.box.intersectionOverUnion(places.right) > 0.5 })
    }
  }

  @Test func `faces seen in turns by two detector sizes are one track each`() {
    let small = Box(x: 100, y: 80, width: 14, height: 18)
    let large = Box(x: 300, y: 60, width: 180, height: 220)
    let frames = track(
      observations(
        (0..<40).map { index in
          let way = Double(index)
          return index % 2 == 0
            ? [face(Box(x: large.x + way, y: large.y, width: large.width, height: large.height))]
            : [face(Box(x: small.x + way, y: small.y, width: small.width, height: small.height))]
        }))
    for (index, faces) in frames.enumerated() {
      #expect(faces.map(\.trackID) == [1, 2])
      let way = Double(index)
      #expect(abs((faces.first?.box.centerX ?? 0) - (large.centerX + way)) < 3)
      #expect(abs((faces.last?.box.centerX ?? 0) - (small.centerX + way)) < 1)
      if (1..<39).contains(index) {
        #expect(
          faces.map(\.source) == (index % 2 == 0 ? [.detected, .filled] : [.filled, .detected]))
      }
    }
  }

  @Test func `weak detections keep a track alive but start none`() {
    let box = Box(x: 100, y: 100, width: 40, height: 50)
    let stray = Box(x: 400, y: 100, width: 40, height: 50)
    let frames = track(
      observations(
        (0..<60).map { index in
          [face(box, score: index < 10 ? 0.8 : 0.12), face(stray, score: 0.19)]
        }))
    for faces in frames {
      #expect(faces.map(\.trackID) == [1])
      #expect(faces.map(\.source) == [.detected])
    }
  }

  @Test func `a weak detection brings back no track that is long lost`() {
    let box = Box(x: 100, y: 100, width: 40, height: 50)
    func frames(lastScore: Float) -> [[TrackedFace]] {
      track(
        observations(
          (0..<60).map { $0 < 10 ? [face(box)] : $0 == 40 ? [face(box, score: lastScore)] : [] }))
    }
    #expect(frames(lastScore: 0.15)[40].isEmpty)
    #expect(frames(lastScore: 0.8)[40].map(\.trackID) == [1])
  }

  @Test func `five hundred faces are followed`() {
    var tracker = FaceTracker(size: PixelSize(width: 3840, height: 2160))
    var settled: [[TrackedFace]] = []
    func box(_ index: Int, _ frame: Int) -> Box {
      let drift = Double(frame) * (index % 2 == 0 ? 3 : -3)
      return Box(
        x: 200 + Double(index % 25) * 140 + drift, y: 60 + Double(index / 25) * 100, width: 40,
        height: 50)
    }
    for frame in 0..<40 {
      // Each face is missed in every seventh frame, at its own turn.
      let faces = (0..<500).filter { ($0 + frame) % 7 != 0 }.map { face(box($0, frame)) }
      settled += tracker.add(FrameObservation(time: Double(frame) / 30, faces: faces))
    }
    settled += tracker.finish()
    #expect(tracker.confirmedTrackCount == 500)
    for (frame, faces) in settled.enumerated() {
      #expect(faces.count == 500)
      let places = faces.sorted {
        ($0.box.centerY, $0.box.centerX) < ($1.box.centerY, $1.box.centerX)
      }
      let truth = (0..<500).map { box($0, frame) }
        .sorted { ($0.centerY, $0.centerX) < ($1.centerY, $1.centerX) }
      #expect(zip(places, truth).allSatisfy { $0.box.intersectionOverUnion($1) > 0.7 })
    }
  }

  // MARK: Between and beyond sightings

  @Test func `a gap of ten frames is filled`() {
    let boxes = (0..<30).map {
      Box(x: 100 + Double($0) * 5, y: 100 + Double($0), width: 40, height: 50)
    }
    let frames = track(
      observations(boxes.enumerated().map { (10..<20).contains($0) ? [] : [face($1)] }))
    for (index, faces) in frames.enumerated() {
      #expect(faces.map(\.trackID) == [1])
      #expect(faces.map(\.source) == [(10..<20).contains(index) ? .filled : .detected])
      #expect(faces.contains { holds($0.box, boxes[index]) })
    }
  }

  @Test func `a face that grows from eight pixels is drawn back to before it was detected`() {
    let boxes = (0..<60).map { index in
      let width = 8 + Double(index) * 0.7
      return Box(
        centerX: 300 + Double(index) * 0.8, centerY: 150 + Double(index) * 0.3, width: width,
        height: width * 1.3)
    }
    let frames = track(observations(boxes.map { $0.width < 20 ? [] : [face($0)] }))
    let firstFound = 18
    #expect(boxes[firstFound - 1].width < 20 && boxes[firstFound].width >= 20)
    for index in 3..<60 {
      #expect(frames[index].map(\.trackID) == [1])
      #expect(frames[index].map(\.source) == [index < firstFound ? .filled : .detected])
      #expect(frames[index].contains { holds($0.box, boxes[index]) })
    }
    #expect(frames[0...2].allSatisfy { $0.isEmpty })
  }

  @Test func `a lost face is held on along its way, and then let go`() {
    let boxes = (0..<60).map { Box(x: 50 + Double($0) * 4, y: 100, width: 40, height: 50) }
    let frames = track(observations(boxes.enumerated().map { $0 < 20 ? [face($1)] : [] }))
    for index in 20..<30 {
      #expect(frames[index].map(\.source) == [.tracked])
      #expect(frames[index].contains { abs($0.box.centerX - boxes[index].centerX) < 16 })
    }
    for index in 20...34 { #expect(frames[index].count == 1) }
    for index in 35..<60 { #expect(frames[index].isEmpty) }
  }

  @Test func `covers grow while nothing is known, even of a face that shrank`() {
    // It comes nearer until frame 30, then goes away.
    func box(_ frame: Int) -> Box {
      let width = 60 - 2 * abs(Double(frame) - 30)
      return Box(centerX: 320, centerY: 180, width: width, height: width * 1.25)
    }
    let frames = track(
      observations((0..<60).map { (25..<35).contains($0) ? [face(box($0))] : [] }))
    let after = frames[42...49].compactMap { $0.first?.box.width }
    #expect(after.count == 8)
    #expect(after == after.sorted() && after[0] > 1.1 * box(34).width)
    let before = frames[10...18].compactMap { $0.first?.box.width }
    #expect(before.count == 9)
    #expect(before == before.sorted(by: >) && before[8] > 1.1 * box(25).width)
  }

  @Test func `a face that shrank fast is known again`() {
    let frames = track(
      observations(
        (0..<16).map { index in
          let width = index < 4 ? 120 - Double(index) * 20 : 50
          let box = Box(centerX: 300, centerY: 150, width: width, height: width * 1.25)
          return (4..<14).contains(index) ? [] : [face(box)]
        }))
    #expect(frames.allSatisfy { $0.map(\.trackID) == [1] })
  }

  @Test func `a cover holds its detection and does not flicker with it`() {
    var random = FixedRandom(seed: 3)
    var narrowest = Double.infinity
    var widest = 0.0
    let boxes = (0..<90).map { _ in
      Box(
        centerX: 200, centerY: 150, width: .random(in: 36...44, using: &random),
        height: .random(in: 46...54, using: &random))
    }
    let frames = track(observations(boxes.map { [face($0)] }))
    for (box, faces) in zip(boxes, frames) {
      #expect(faces.contains { holds($0.box, box) })
      narrowest = min(narrowest, faces.first?.box.width ?? 0)
      widest = max(widest, faces.first?.box.width ?? 0)
    }
    #expect(widest - narrowest < 4)
  }

  @Test func `a face that comes in at the edge is drawn back to the edge`() {
    let boxes = (0..<30).map { Box(x: -200 + Double($0) * 15, y: 100, width: 40, height: 50) }
    let frames = track(observations(boxes.map { $0.x >= 0 ? [face($0)] : [] }))
    let bounds = Box(x: 0, y: 0, width: 640, height: 360)
    for (box, faces) in zip(boxes, frames).dropFirst(4) where !box.intersection(bounds).isEmpty {
      #expect(faces.contains { $0.box.intersectionOverUnion(box) > 0.4 })
    }
  }

  @Test func `a face that goes out at the edge stays covered there while it is held`() {
    let boxes = (0..<40).map { Box(x: 500 + Double($0) * 8, y: 100, width: 40, height: 50) }
    // It is lost at the edge, where it stops, half of it in sight.
    let frames = track(observations(boxes.map { $0.centerX < 610 ? [face($0)] : [] }))
    let lost = boxes.firstIndex { $0.centerX >= 610 } ?? 0
    let half = Box(x: 620, y: 100, width: 20, height: 50)
    for index in lost + 6..<lost + 15 {
      #expect(frames[index].contains { $0.box.intersection(half).area > 0.9 * half.area })
    }
    #expect(frames[lost + 15].isEmpty)
  }

  @Test func `the face of a gap is placed by time where frames come at irregular times`() {
    let times = [0, 0.04, 0.05, 0.12, 0.13, 0.2, 0.29, 0.3, 0.31, 0.4, 0.48, 0.5]
    func box(_ time: Double) -> Box {
      Box(x: 100 + 300 * time, y: 100, width: 40, height: 50)
    }
    let frames = track(
      times.enumerated().map { index, time in
        FrameObservation(time: time, faces: (4...8).contains(index) ? [] : [face(box(time))])
      })
    for (time, faces) in zip(times, frames) {
      #expect(faces.count == 1)
      #expect(abs((faces.first?.box.centerX ?? 0) - box(time).centerX) < 0.01)
    }
  }

  @Test func `frames that no detector saw are covered`() {
    let boxes = (0..<31).map { Box(x: 100 + Double($0) * 4, y: 100, width: 40, height: 50) }
    let frames = track(
      boxes.enumerated().map { index, box in
        FrameObservation(
          time: Double(index) / 30, faces: index % 3 == 0 ? [face(box)] : [],
          isExamined: index % 3 == 0)
      })
    for (index, faces) in frames.enumerated() {
      #expect(faces.map(\.source) == [index % 3 == 0 ? .detected : .filled])
      #expect(faces.contains { holds($0.box, boxes[index]) })
    }
  }

  @Test func `with one frame a second a face missed once is covered`() {
    let box = Box(x: 100, y: 100, width: 40, height: 50)
    let frames = track(
      observations((0..<9).map { [3, 5].contains($0) ? [face(box)] : [] }, framesPerSecond: 1))
    #expect(frames.map(\.count) == [0, 1, 1, 1, 1, 1, 1, 1, 0])
    #expect(Set(frames.joined().map(\.trackID)) == [1])
  }

  @Test func `a face seen again within the longest gap keeps its number, later it gets another`() {
    let box = Box(x: 100, y: 100, width: 40, height: 50)
    func numbers(missing: Int) -> Set<Int> {
      let frames = track(
        observations(
          (0..<(20 + missing)).map { (10..<10 + missing).contains($0) ? [] : [face(box)] }))
      return Set(frames.joined().map(\.trackID))
    }
    #expect(numbers(missing: 50) == [1])
    #expect(numbers(missing: 70) == [1, 2])
  }

  // MARK: Scenes

  @Test func `nothing is smeared over a scene cut`() {
    let before = Box(x: 100, y: 100, width: 40, height: 50)
    let after = Box(x: 110, y: 100, width: 40, height: 50)
    let frames = track(
      (0..<60).map { index in
        // The faces are out of sight on both sides of the cut, and near enough to be taken for one.
        let faces = index < 25 ? [face(before)] : index < 35 ? [] : [face(after)]
        return FrameObservation(time: Double(index) / 30, faces: faces, startsScene: index == 30)
      })
    for (index, faces) in frames.enumerated() {
      #expect(faces.map(\.trackID) == [index < 30 ? 1 : 2])
      #expect(faces.allSatisfy { abs($0.box.centerX - (index < 30 ? 120 : 130)) < 1 })
    }
  }

  @Test func `a cut before a frame that no detector saw is taken at its word`() {
    let before = Box(x: 100, y: 100, width: 40, height: 50)
    let after = Box(x: 400, y: 100, width: 40, height: 50)
    let frames = track(
      (0..<30).map { index in
        let isExamined = index % 3 == 0
        return FrameObservation(
          time: Double(index) / 30, faces: isExamined ? [face(index < 14 ? before : after)] : [],
          isExamined: isExamined, startsScene: index == 14)
      })
    for (index, faces) in frames.enumerated() {
      #expect(faces.map(\.trackID) == [index < 14 ? 1 : 2])
    }
  }

  // MARK: Doubtful tracks

  @Test func `a broken picture between two cuts is covered like its neighbours`() {
    let box = Box(x: 100, y: 100, width: 40, height: 50)
    var footage = observations((0..<40).map { $0 == 20 || $0 == 21 ? [] : [face(box)] })
    footage[20].startsScene = true
    footage[21].startsScene = true
    footage[22].undoneCuts = 2
    let frames = track(footage)
    for faces in frames { #expect(faces.contains { holds($0.box, box) }) }
    #expect(Set(frames.flatMap { $0.map(\.trackID) }) == [1])
  }

  @Test func `a part of a face that resembles one is no second face, a sure one is`() {
    let box = Box(x: 100, y: 100, width: 120, height: 150)
    let part = Box(x: 120, y: 170, width: 60, height: 70)
    func count(_ score: Float) -> Int {
      let frames = track(
        observations(
          (0..<30).map { _ in [face(box), face(part, score: score)] }))
      return Set(frames.flatMap { $0.map(\.trackID) }).count
    }
    #expect(count(0.45) == 1)
    #expect(count(0.6) == 2)
  }

  @Test func `a cover grows and shrinks slowly`() {
    let box = Box(x: 100, y: 100, width: 80, height: 100)
    let tall = Box(x: 100, y: 90, width: 80, height: 120)
    let frames = track(observations((0..<60).map { [face($0 == 30 ? tall : box)] }))
    let heights = frames.map { $0[0].box.height }
    #expect(heights[30] == 120)
    #expect(heights[5] == 100 && heights[55] == 100)
    for (height, next) in zip(heights, heights.dropFirst()) { #expect(abs(next - height) < 4) }
  }

  @Test func `a weak sighting beside the face uncovers nothing of it`() {
    let box = Box(x: 100, y: 100, width: 40, height: 50)
    let beside = Box(x: 112, y: 106, width: 40, height: 50)
    let frames = track(
      observations(
        (0..<30).map { index in
          index % 5 == 0
            ? [face(box)] : index % 5 == 2 ? [face(beside, score: 0.15)] : []
        }))
    for faces in frames[...25] { #expect(faces.contains { holds($0.box, box) }) }
    for index in stride(from: 2, to: 25, by: 5) {
      #expect(frames[index].contains { holds($0.box, beside) })
    }
  }

  @Test func `one weak sighting is covered near by, a good one as far as can be`() {
    let box = Box(x: 300, y: 150, width: 40, height: 50)
    func covered(_ score: Float) -> [Int] {
      let frames = track(observations((0..<61).map { $0 == 30 ? [face(box, score: score)] : [] }))
      return frames.indices.filter { !frames[$0].isEmpty }
    }
    #expect(covered(0.35) == Array(27...33))
    #expect(covered(0.6) == Array(15...45))
    #expect(covered(0.25) == [])
  }

  @Test func `a weak sighting that is confirmed is drawn back`() {
    let box = Box(x: 300, y: 150, width: 40, height: 50)
    let frames = track(
      observations((0..<61).map { [30, 33].contains($0) ? [face(box, score: 0.35)] : [] }))
    #expect(frames.indices.filter { !frames[$0].isEmpty } == Array(17...48))
  }

  @Test func `faint sightings are covered once there are many, from the first one on`() {
    let box = Box(x: 300, y: 150, width: 40, height: 50)
    func covered(_ count: Int) -> Int {
      track(
        observations(
          (0..<61).map { (20..<20 + count).contains($0) ? [face(box, score: 0.25)] : [] })
      ).count { !$0.isEmpty }
    }
    #expect(covered(5) == 0)
    // When the sixth sighting comes, in frame 25, the frames from 9 on are not settled yet; then
    // the track is held on for 15 more.
    #expect(covered(6) == 32)
  }

  @Test func `something that only now and then resembles a face loses its cover`() {
    let box = Box(x: 300, y: 150, width: 40, height: 50)
    let frames = track(
      observations((0..<120).map { [face(box, score: $0 < 3 ? 0.33 : 0.12)] }))
    #expect(frames[0...2].allSatisfy { !$0.isEmpty })
    #expect(frames[40...].allSatisfy { $0.isEmpty })
  }

  // MARK: Holding frames back

  @Test(arguments: 0..<60)
  func `every frame is settled once, in order, and the same way in each run`(seed: UInt64) {
    func run() -> (settled: [[TrackedFace]], detected: [[Box]]) {
      var random = FixedRandom(seed: seed)
      var parameters = TrackingParameters()
      parameters.lookahead = .random(in: 0...1, using: &random)
      parameters.maximumHeldFrames = .random(in: 0...40, using: &random)
      var tracker = FaceTracker(size: size, parameters: parameters)
      var settled: [[TrackedFace]] = []
      var detected: [[Box]] = []
      var time = 0.0
      for index in 0..<Int.random(in: 0...150, using: &random) {
        time += .random(in: 0...0.2, using: &random)
        let faces = (0..<Int.random(in: 0...4, using: &random)).map { _ in
          face(
            Box(
              x: .random(in: 0...500, using: &random), y: .random(in: 0...300, using: &random),
              width: .random(in: 5...100, using: &random),
              height: .random(in: 5...100, using: &random)),
            score: .random(in: 0...1, using: &random))
        }
        settled += tracker.add(
          FrameObservation(
            time: time, faces: faces, isExamined: !faces.isEmpty,
            startsScene: Int.random(in: 0..<20, using: &random) == 0))
        detected.append(faces.filter { $0.score >= parameters.startScore }.map(\.box))
        #expect(tracker.heldFrameCount <= parameters.maximumHeldFrames)
        #expect(settled.count + tracker.heldFrameCount == index + 1)
      }
      settled += tracker.finish()
      #expect(tracker.heldFrameCount == 0)
      #expect(tracker.finish().isEmpty)
      return (settled, detected)
    }
    let first = run()
    #expect(first.settled.count == first.detected.count)
    for (faces, boxes) in zip(first.settled, first.detected) {
      // Whatever else is covered, each detection is.
      for box in boxes { #expect(faces.contains { holds($0.box, box) }) }
      #expect(Set(faces.map(\.trackID)).count == faces.count)
    }
    #expect(run().settled == first.settled)
  }

  @Test func `frames are held for the look-ahead and no longer`() {
    var tracker = FaceTracker(size: size)
    for index in 0..<100 {
      _ = tracker.add(FrameObservation(time: Double(index) / 30))
      #expect(tracker.heldFrameCount == min(index + 1, 16))
    }
    #expect(tracker.finish().count == 16)
  }

  @Test func `at a high frame rate the number of held frames is bounded`() {
    var parameters = TrackingParameters()
    parameters.maximumHeldFrames = 20
    var tracker = FaceTracker(size: size, parameters: parameters)
    for index in 0..<300 {
      _ = tracker.add(FrameObservation(time: Double(index) / 240))
      #expect(tracker.heldFrameCount <= 20)
    }
    #expect(tracker.heldFrameCount == 20)
  }

  // MARK: Bad input

  @Test func `boxes that are no boxes leave no trace`() {
    let good = (0..<20).map { Box(x: 100 + Double($0) * 3, y: 100, width: 40, height: 50) }
    let bad = [
      Box(x: .nan, y: 0, width: 10, height: 10), Box(x: 100, y: 100, width: .nan, height: 10),
      Box(x: 100, y: 100, width: 0, height: 10), Box(x: 100, y: 100, width: -5, height: 10),
      Box(x: .infinity, y: 0, width: 10, height: 10),
      Box(x: 100, y: 100, width: .infinity, height: 10),
      Box(x: 2000, y: 100, width: 40, height: 50),
    ]
    let clean = track(observations(good.map { [face($0)] }))
    let mixed = track(observations(good.map { box in bad.map { face($0) } + [face(box)] }))
    #expect(clean == mixed)
    #expect(clean.allSatisfy { $0.count == 1 })
  }

  @Test func `a face whose score was lost is covered`() {
    let box = Box(x: 100, y: 100, width: 40, height: 50)
    let frames = track(observations([[face(box, score: .nan)]]))
    #expect(frames.joined().map(\.box) == [box])
    #expect(frames.joined().allSatisfy { $0.score.isFinite })
  }

  @Test func `times that jump back or are no numbers do no harm`() {
    let box = Box(x: 100, y: 100, width: 40, height: 50)
    let times = [0, 0.04, .nan, 0.02, -.infinity, 0.08, 0.12, 1e300, 0.16, 0.2]
    let frames = track(times.map { FrameObservation(time: $0, faces: [face(box)]) })
    #expect(frames.count == times.count)
    for faces in frames {
      #expect(faces.map(\.trackID) == [1])
      #expect(faces.contains { holds($0.box, box) })
    }
  }

  @Test func `two detections of one face in one frame are one track that covers both`() {
    let one = Box(x: 100, y: 100, width: 40, height: 50)
    let other = Box(x: 106, y: 102, width: 44, height: 52)
    let frames = track(
      observations([[face(one), face(other, score: 0.7)], [face(one), face(other, score: 0.7)]]))
    for faces in frames {
      #expect(faces.map(\.trackID) == [1])
      #expect(faces.contains { holds($0.box, one.union(other)) })
    }
  }

  @Test func `a lower start score takes the other scores along`() {
    let box = Box(x: 100, y: 100, width: 40, height: 50)
    let footage = observations((0..<10).map { _ in [face(box, score: 0.16)] })
    #expect(track(footage).allSatisfy { $0.isEmpty })
    #expect(
      track(footage, parameters: TrackingParameters(startScore: 0.15)).allSatisfy { $0.count == 1 })
    var mixed = TrackingParameters()
    mixed.startScore = 0.05
    #expect(mixed.leastScore == 0.05)
    #expect(track(footage, parameters: mixed).allSatisfy { $0.count == 1 })
  }

  @Test func `a fair detection is covered where a faint one of the same face came first`() {
    let one = Box(x: 100, y: 100, width: 40, height: 50)
    let other = Box(x: 104, y: 102, width: 44, height: 52)
    let frames = track(observations([[face(one, score: 0.25), face(other, score: 0.4)]]))
    #expect(frames[0].contains { holds($0.box, other) })
  }

  // MARK: Summaries

  @Test func `an ended track is summed up once`() {
    let box = Box(x: 100, y: 100, width: 40, height: 50)
    let doubtful = Box(x: 400, y: 100, width: 40, height: 50)
    var tracker = FaceTracker(size: size)
    var ended: [TrackSummary] = []
    for index in 0..<200 {
      var faces: [Face] = []
      if (20..<40).contains(index), index != 30 { faces.append(face(box, score: 0.7)) }
      if index == 39 { faces.append(face(box, score: 0.15)) }
      if index == 50 { faces.append(face(doubtful, score: 0.4)) }
      _ = tracker.add(FrameObservation(time: Double(index) / 30, faces: faces))
      ended += tracker.endedTracks
    }
    _ = tracker.finish()
    ended += tracker.endedTracks
    ended.sort { $0.trackID < $1.trackID }
    #expect(ended.map(\.trackID) == [1, 2])
    #expect(tracker.confirmedTrackCount == 1)
    let summary = ended[0]
    #expect(summary.isConfirmed)
    #expect(summary.firstFrame == 5)
    #expect(summary.lastFrame == 54)
    #expect(summary.detectedFrames == 19)
    #expect(summary.filledFrames == 31)
    #expect(summary.lowestScore == 0.7)
    #expect(summary.highestScore == 0.7)
    #expect(!ended[1].isConfirmed)
    #expect(ended[1].highestScore == 0.4)
  }
}
