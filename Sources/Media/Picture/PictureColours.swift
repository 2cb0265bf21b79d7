import CFFmpeg

/// Which kind of YUV a picture is brought into.
enum PictureColours: Hashable, Sendable {
  /// A picture in YUV keeps its kind; RGB becomes BT.601 in limited range.
  case kept
  /// BT.601 in full range, which is all that JPEG files know.
  case fullRange
  /// BT.601 in limited range, which is all that WebP files know.
  case limitedRange

  /// Whether a frame in YUV or gray is of another kind than asked for.
  func differ(from frame: borrowing Frame) -> Bool {
    if self == .kept { return false }
    let isFull = frame.pointer.pointee.color_range == AVCOL_RANGE_JPEG
    // Decoders of pictures in gray mostly leave the range open, and it is the full one.
    let isGray = frame.format.model == .gray
    let isRangeOpen = frame.pointer.pointee.color_range == AVCOL_RANGE_UNSPECIFIED
    let hasOtherRange = isFull != (self == .fullRange) && !(isGray && isRangeOpen)
    let hasOtherMatrix = ![AVCOL_SPC_UNSPECIFIED, AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M]
      .contains { $0 == frame.pointer.pointee.colorspace }
    return hasOtherRange || (hasOtherMatrix && !isGray)
  }
}
