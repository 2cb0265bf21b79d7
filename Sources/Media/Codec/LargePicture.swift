/// What counts as a picture so large that codecs must hold fewer of them, so that memory stays
/// within bounds.
enum LargePicture {
  /// Pixels from which on a picture is large: well beyond 4K.
  static let leastPixels = 12_000_000
}
