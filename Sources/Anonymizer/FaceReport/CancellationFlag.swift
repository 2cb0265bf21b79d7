import Synchronization

/// Whether something was called off, for threads that look at it now and then.
final class CancellationFlag: Sendable {
  private let raised = Atomic(false)

  /// Calls it off, for good.
  func raise() { raised.store(true, ordering: .releasing) }

  /// Whether it was called off.
  var isRaised: Bool { raised.load(ordering: .acquiring) }
}
