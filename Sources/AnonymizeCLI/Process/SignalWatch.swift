import Dispatch
import Glibc

/// Takes over signals of the process for as long as it lives and tells of each.
///
/// The handler runs on a queue of the watch's own, one call at a time. Signals that come faster
/// than the handler returns may be told as one, as POSIX allows.
///
/// `@unchecked Sendable`: `received` is only touched on `queue`; `sources` is set in `init` only.
final class SignalWatch: @unchecked Sendable {
  private let queue = DispatchQueue(label: "anonymize.signals")
  private var sources: [any DispatchSourceSignal] = []
  private var received: [Int32] = []

  /// The first signal that came; `nil` while none has.
  var first: Int32? {
    queue.sync { received.first }
  }

  /// Watches `signals` from the moment that the initialiser returns.
  ///
  /// The handler gets the signal, and how often it has come so far, of `total` signals in all.
  init(
    _ signals: [Int32], handler: @escaping @Sendable (_ signal: Int32, _ count: Int) -> Void
  ) {
    let registered = DispatchSemaphore(value: 0)
    for signal in signals {
      let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
      source.setRegistrationHandler { registered.signal() }
      source.setEventHandler { [weak self] in
        guard let self else { return }
        received.append(signal)
        handler(signal, received.count { $0 == signal })
      }
      source.activate()
      sources.append(source)
    }
    // Until its source is registered a signal has its old effect, so nothing may begin before.
    for _ in signals { registered.wait() }
  }

  deinit {
    for source in sources { source.cancel() }
  }

  /// Whether the process was started with a signal ignored, as `nohup` does with SIGHUP.
  static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    sigaction(signal, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
