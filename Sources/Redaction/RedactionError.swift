public import Media

/// Why a frame could not be covered; such a frame must not be shown.
public enum RedactionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The frame's samples cannot be replaced one by one.
  case unpaintableFormat(PixelFormat)
  /// The face's box is not a number, infinite or of negative size.
  case unusableBox(Cover)
  /// A number of the style is out of its range.
  case unusableStyle(RedactionStyle)

  /// What went wrong and what to do, in one line without a full stop.
  public var description: String {
    switch self {
    case .unpaintableFormat(let format):
      "faces cannot be covered in pixel format \(format); convert it to one such as yuv420p first"
    case .unusableBox(let cover):
      "track \(cover.trackID) has an unusable face box (x \(cover.face.x), y \(cover.face.y), "
        + "\(cover.face.width) wide, \(cover.face.height) high); report this as a bug"
    case .unusableStyle(let style):
      "scale \(style.scale), cells \(style.cells), settling \(style.settling), "
        + "levels \(style.levels), margin \(style.margin), feather \(style.feather) or "
        + "pixel size \(style.pixelWidth) by \(style.pixelHeight) is out of range; "
        + "choose another value"
    }
  }
}
