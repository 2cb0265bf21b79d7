/// What can be told from any thread to stop waiting.
public protocol Cancellable: AnyObject, Sendable {
  /// Ends all present and future waits with `PipelineCancellation`; may be called more than once.
  func cancel()
}

/// Thrown out of a wait that was ended by cancellation.
public struct PipelineCancellation: Error {
  /// The one cancellation.
  public init() {}
}
