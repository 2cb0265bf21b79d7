/// Where a detector's compiled network came from.
public enum NetworkOrigin: Hashable, Sendable, CustomStringConvertible {
  /// From a cache.
  case kept
  /// It was compiled, and a cache keeps it for the next time.
  case compiled
  /// It was compiled and is not kept, because there is no cache, or for the reason given.
  case compiledOnly(reason: String?)

  /// What is to be said of the network.
  public var description: String {
    switch self {
    case .kept: "was kept from an earlier run"
    case .compiled: "was compiled, and is kept"
    case .compiledOnly(nil): "was compiled"
    case .compiledOnly(let reason?): "was compiled, and can't be kept: \(reason)"
    }
  }
}
