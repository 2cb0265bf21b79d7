import Media
import Pipeline

/// Has a pipeline's cancellation end the waiting for an input or for whoever reads the output.
final class EndOfWaiting: Cancellable {
  private let interruption: Interruption

  init(_ interruption: Interruption) { self.interruption = interruption }

  func cancel() { interruption.cancel() }
}
