import CFFmpeg

/// Ends the waiting of a `Demuxer` or `Muxer` for its other end, from any thread.
public final class Interruption: @unchecked Sendable {
  // The C functions read and write the memory atomically.
  let pointer: UnsafeMutablePointer<cffmpeg_interruption>

  private enum State: Int32 {
    case none
    case end
    case cancellation
  }

  /// An interruption that has not happened yet.
  public init() {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: cffmpeg_interruption(state: State.none.rawValue, deadline: 0))
  }

  deinit { pointer.deallocate() }

  /// Has reading end as if the input ended here.
  public func endInput() {
    guard state == .none else { return }
    cffmpeg_interrupt(pointer, State.end.rawValue)
  }

  /// Has reading and writing fail with `MediaError.Code.cancelled`.
  public func cancel() { cffmpeg_interrupt(pointer, State.cancellation.rawValue) }

  /// Whether `endInput` was called.
  var endsInput: Bool { state == .end }

  /// Whether anything ends the waiting for another reason than a deadline.
  var hasHappened: Bool { state != .none }

  private var state: State { State(rawValue: cffmpeg_interruption_state(pointer)) ?? .cancellation }
}
