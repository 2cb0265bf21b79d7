import Foundation

/// What some work takes: processor time of all threads, and time that passes.
struct Cost {
  /// Milliseconds of processor time.
  let processor: Quartiles
  /// Milliseconds that pass; more than the processor's where others use it too.
  let wall: Quartiles

  /// Measures `work`, once for each sample and a few times before.
  ///
  /// - Parameters:
  ///   - samples: how many measurements there are.
  ///   - share: how many equal pieces of work `work` is; the cost is that of one.
  init(samples: Int, share: Int = 1, _ work: () throws -> Void) rethrows {
    var (processor, wall) = ([Double](), [Double]())
    let warmUp = max(3, samples / 10)
    for sample in 0..<warmUp + samples {
      let (processorStart, wallStart) = (Clock.process.now, Clock.wall.now)
      try work()
      guard sample >= warmUp else { continue }
      processor.append(Double(Clock.process.now - processorStart) / 1e6 / Double(share))
      wall.append(Double(Clock.wall.now - wallStart) / 1e6 / Double(share))
    }
    self.processor = Quartiles(processor)
    self.wall = Quartiles(wall)
  }
}
