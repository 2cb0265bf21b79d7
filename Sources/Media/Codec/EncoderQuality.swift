import CFFmpeg

/// The options that make one encoder visually lossless at a sensible speed, and what the user's
/// quality and preset mean to it.
struct EncoderQuality {
  /// Options for `avcodec_open2`, later ones over earlier ones.
  var options: [(name: String, value: String)] = []
  /// A fixed quantiser for encoders of the MPEG family; `nil` for all others.
  var quantiser: Double?

  init(encoder: String, settings: EncoderSettings, pixels: Int) {
    let crf: Double?
    switch encoder {
    case "libx264", "libx264rgb":
      crf = 18
      options = [("preset", "medium")]
    case "libx265":
      crf = 20
      // x265 writes its own lines to standard error unless it is told not to.
      options = [("preset", "medium"), ("x265-params", "log-level=error")]
    case "libsvtav1":
      crf = 24
      options = [("preset", "8")]
    case "libaom-av1":
      crf = 22
      options = [("cpu-used", "6"), ("row-mt", "1")]
    case "libvpx-vp9":
      crf = 24
      options = [("b", "0"), ("deadline", "good"), ("cpu-used", "3"), ("row-mt", "1")]
    case "libvpx":
      // VP8 has no unbounded constant quality: the rate is only a ceiling here.
      crf = 8
      options = [("b", "100M"), ("deadline", "good"), ("cpu-used", "3")]
    case "ffv1":
      crf = nil
      options = [("level", "3"), ("slicecrc", "1"), ("g", "1")]
    case "libtheora":
      // From 0 to 10, which is best.
      crf = nil
      quantiser = settings.quality ?? 10
    case "mpeg4", "mpeg2video", "mpeg1video", "mjpeg", "h263", "h263p", "flv", "msmpeg4",
      "msmpeg4v2", "wmv1", "wmv2":
      crf = nil
      quantiser = settings.quality ?? 2
    default:
      crf = nil
    }
    if let quality = settings.quality ?? crf, quantiser == nil {
      options.append(("crf", EncoderQuality.text(quality)))
    }
    if let preset = settings.preset {
      let name = ["libaom-av1", "libvpx", "libvpx-vp9"].contains(encoder) ? "cpu-used" : "preset"
      options.append((name, preset))
    }
    if pixels >= LargePicture.leastPixels, encoder == "libx264" {
      options.append(("rc-lookahead", "10"))
    }
    options += settings.options.map { ($0.name, $0.value) }
  }

  private static func text(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1000 ? String(Int(value)) : String(value)
  }
}
