import Testing

@testable import FaceTracking

@Suite struct KalmanFilterTests {
  @Test(arguments: [10.0, 30.0, 60.0])
  func `a steady motion is learned at any frame rate`(framesPerSecond: Double) {
    let velocity = BoxVector(120, -60, 8, 10)
    let start = BoxVector(100, 200, 40, 50)
    var filter = KalmanFilter(start)
    for frame in 1...20 {
      filter.correct(
        with: start + velocity * (Double(frame) / framesPerSecond), after: 1 / framesPerSecond)
    }
    #expect(abs(filter.velocity[0] - 120) < 15)
    #expect(abs(filter.velocity[1] + 60) < 8)
    let expected = start + velocity * (21 / framesPerSecond)
    let predicted = filter.prediction(after: 1 / framesPerSecond)
    #expect(abs(predicted[0] - expected[0]) < 4)
    #expect(abs(predicted[1] - expected[1]) < 2)
  }

  @Test func `frames at irregular times give the same motion`() {
    let start = BoxVector(0, 0, 40, 50)
    var filter = KalmanFilter(start)
    var time = 0.0
    for step in 0..<24 {
      let seconds = [0.01, 0.07, 0.033, 0.002][step % 4]
      time += seconds
      filter.correct(with: start + BoxVector(90, 30, 0, 0) * time, after: seconds)
    }
    #expect(abs(filter.velocity[0] - 90) < 10)
    #expect(abs(filter.velocity[1] - 30) < 4)
  }

  @Test func `a face twice as large behaves alike`() {
    var small = KalmanFilter(BoxVector(10, 10, 20, 26))
    var large = KalmanFilter(BoxVector(20, 20, 40, 52))
    for (x, y) in [(12.0, 11.0), (15, 11.5), (19, 13), (20, 14)] {
      small.correct(with: BoxVector(x, y, 21, 27), after: 0.04)
      large.correct(with: BoxVector(2 * x, 2 * y, 42, 54), after: 0.04)
    }
    let difference = large.prediction(after: 0.3) - 2 * small.prediction(after: 0.3)
    #expect(abs(difference).max() < 1e-9)
    #expect(
      abs(large.centerDeviation(after: 0.3) - 2 * small.centerDeviation(after: 0.3)) < 1e-9)
  }

  @Test func `the estimate stays with the measurement when a head darts off`() {
    var filter = KalmanFilter(BoxVector(100, 100, 40, 40))
    for _ in 0..<30 { filter.correct(with: BoxVector(100, 100, 40, 40), after: 1 / 30.0) }
    filter.correct(with: BoxVector(120, 100, 40, 40), after: 1 / 30.0)
    #expect(abs(filter.value[0] - 120) < 8)
  }

  @Test func `an unseen box gets less certain and comes to rest`() {
    var filter = KalmanFilter(BoxVector(100, 100, 40, 40))
    filter.correct(with: BoxVector(110, 100, 40, 40), after: 0.1)
    var deviation = filter.centerDeviation(after: 0)
    for step in 1...20 {
      let later = filter.centerDeviation(after: Double(step) / 10)
      #expect(later > deviation)
      deviation = later
    }
    let first = filter.prediction(after: 0.1)[0] - filter.value[0]
    let last = filter.prediction(after: 2)[0] - filter.prediction(after: 1.9)[0]
    #expect(first > 5)
    #expect(last < first / 10)
  }
}

extension BoxVector {
  fileprivate func max() -> Double { Swift.max(self[0], self[1], self[2], self[3]) }
}

private func abs(_ vector: BoxVector) -> BoxVector {
  vector.replacing(with: -vector, where: vector .< 0)
}
