/// Which files of an archive come first.
public enum WorkOrder: String, CaseIterable, Sendable {
  /// Those of most bytes.
  case largest
  /// Those that were changed longest ago.
  case oldest
  /// By their paths' bytes.
  case path
}
