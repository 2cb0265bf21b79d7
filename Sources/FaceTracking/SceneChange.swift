/// How the scene of a picture goes with the scenes before it.
public enum SceneChange: Hashable, Sendable {
  /// It goes on.
  case none
  /// Another one begins.
  case cut
  /// So many of the latest cuts were none: what came before them goes on.
  case undone(cuts: Int)
}
