import CFFmpeg

extension Frame {
  /// What the frame says of the colours that its samples stand for.
  ///
  /// libav's older formats for full-range JPEG (`yuvj420p` and its like) mean full range whatever
  /// range is set.
  public var colourDescription: ColourDescription {
    get {
      let frame = pointer.pointee
      let range: ColourDescription.Range =
        switch frame.color_range {
        case _ where format.withoutRange != nil: .full
        case AVCOL_RANGE_JPEG: .full
        case AVCOL_RANGE_MPEG: .limited
        default: .unspecified
        }
      return ColourDescription(
        primaries: Int(frame.color_primaries.rawValue), transfer: Int(frame.color_trc.rawValue),
        matrix: Int(frame.colorspace.rawValue), range: range)
    }
    set {
      pointer.pointee.color_primaries = AVColorPrimaries(UInt32(clamping: newValue.primaries))
      pointer.pointee.color_trc = AVColorTransferCharacteristic(
        UInt32(clamping: newValue.transfer))
      pointer.pointee.colorspace = AVColorSpace(UInt32(clamping: newValue.matrix))
      pointer.pointee.color_range =
        switch newValue.range {
        case .unspecified: AVCOL_RANGE_UNSPECIFIED
        case .limited: AVCOL_RANGE_MPEG
        case .full: AVCOL_RANGE_JPEG
        }
    }
  }
}
