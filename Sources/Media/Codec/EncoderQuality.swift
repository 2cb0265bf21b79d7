import CFFmpeg

/// The options that make one encoder visually lossless at a sensible speed, and what the user's
/// quality and preset mean to it.
struct EncoderQuality {
  /// Options for `avcodec_open2`, later ones over earlier ones.
  var options: [(name: String, value: String)] = []
  /// A fixed quantiser for encoders of the MPEG family; `nil` for all others.
  var quantiser: Double?

  /// Nothing but the given options.
  init(options: [(name: String, value: String)]) { self.options = options }

  /// The options of an encoder for frames like `frame` of a source, which the output is not to
  /// outgrow by much unless the user asks for a quality.
  init(
    encoder: String, settings: EncoderSettings, frame: borrowing Frame, source: MediaStream
  ) {
    let cap = settings.quality == nil ? RateCap(for: source) : nil
    let pixels = frame.size.width * frame.size.height
    let crf: Double?
    var isOfDevice = false
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
    case "prores_ks":
      crf = nil
      if let profile = EncoderQuality.profile(ofProRes: source.tagName) {
        options = [("profile", profile)]
      }
    case "dnxhd":
      crf = nil
      options = EncoderQuality.options(ofDNxHD: source)
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
      if let cap {
        // Their rate control errs by a quarter.
        options = [("b", String(cap.rate * 4 / 5)), ("qmin", "2"), ("qmax", "31")]
      } else {
        quantiser = settings.quality ?? 2
      }
    default:
      crf = nil
      options = EncoderQuality.deviceOptions(encoder, quality: settings.quality)
      isOfDevice = !options.isEmpty
    }
    if !isOfDevice, let quality = settings.quality ?? crf, quantiser == nil {
      options.append(("crf", EncoderQuality.text(quality)))
    }
    if let cap {
      switch encoder {
      // Where the source's rate would be ruin, as that of a better codec may be, size gives way.
      case "libx264", "libx264rgb":
        options += [
          ("maxrate", String(cap.rate)), ("bufsize", String(cap.buffer)), ("crf_max", "28"),
        ]
      case "libx265":
        options += [
          ("maxrate", String(cap.rate)), ("bufsize", String(cap.buffer)),
          ("x265-params", "log-level=error:crf-max=30"),
        ]
      case "libsvtav1":
        options.append(("maxrate", String(cap.rate)))
      case "libvpx", "libvpx-vp9", "libaom-av1":
        // With a quality beside it this is a bound.
        options.append(("b", String(cap.rate)))
      default:
        break
      }
    }
    if let preset = settings.preset {
      let name = ["libaom-av1", "libvpx", "libvpx-vp9"].contains(encoder) ? "cpu-used" : "preset"
      options.append((name, preset))
    }
    if settings.isLive {
      switch encoder {
      case "libx264", "libx264rgb", "libx265": options.append(("tune", "zerolatency"))
      case "libvpx", "libvpx-vp9": options.append(("lag-in-frames", "0"))
      case "libaom-av1": options.append(("lag-in-frames", "0"))
      default: break
      }
    }
    if settings.keepsUserData, ["libx264", "libx264rgb", "libx265"].contains(encoder) {
      options.append(("udu_sei", "1"))
    }
    if pixels >= LargePicture.leastPixels, encoder == "libx264" {
      options.append(("rc-lookahead", "10"))
    }
    let form = encoder == "libx264" ? settings.form : nil
    if let form { options += form.options(preset: settings.preset ?? "medium") }
    options += settings.options.map { option in
      guard let form, option.name == "x264-params" else { return (option.name, option.value) }
      return (option.name, "\(option.value):\(form.parameters)")
    }
  }

  /// Leaves out a quality and a preset that mean nothing to an encoder.
  ///
  /// - Returns: what they are called.
  mutating func dropUnknown(to encoder: UnsafePointer<AVCodec>) -> [String] {
    var dropped: [String] = []
    options.removeAll { option in
      let isUnknown =
        switch option.name {
        case "crf", "preset": !EncoderQuality.has(option.name, encoder)
        // Presets that are words are those of other encoders.
        case "cpu-used": Int(option.value) == nil
        default: false
        }
      if isUnknown { dropped.append(option.name == "crf" ? "crf" : "preset") }
      return isUnknown
    }
    return dropped
  }

  private static func has(_ option: String, _ encoder: UnsafePointer<AVCodec>) -> Bool {
    guard var kind = encoder.pointee.priv_class else { return false }
    return withUnsafeMutablePointer(to: &kind) {
      av_opt_find($0, option, nil, 0, AV_OPT_SEARCH_FAKE_OBJ) != nil
    }
  }

  // Its kinds are as many codings of fixed rates, or for DNxHR of fixed qualities; those of DNxHD
  // go by their nominal megabits a second.
  private static func options(ofDNxHD source: MediaStream) -> [(name: String, value: String)] {
    let profile = source.codecParameters.pointer.pointee.profile
    guard source.codec == AV_CODEC_ID_DNXHD, profile >= 0 else { return [] }
    let nominal = [36, 42, 45, 60, 63, 75, 80, 84, 90, 100, 110, 115, 120, 145, 175, 180, 185, 220]
    let rate = Double(source.bitRate ?? 0) / 1e6
    let nearest = nominal.min { abs(Double($0) - rate) < abs(Double($1) - rate) } ?? 120
    return [("profile", String(profile)), ("b", "\(nearest)M")]
  }

  // What constant quality is called by the encoders of devices, which take no `crf`.
  private static func deviceOptions(
    _ encoder: String, quality: Double?
  ) -> [(name: String, value: String)] {
    let value = text(quality ?? 20)
    return switch encoder.split(separator: "_").last {
    case "nvenc": [("rc", "vbr"), ("cq", value), ("b", "0")]
    case "vaapi": [("rc_mode", "CQP"), ("global_quality", value)]
    case "qsv": [("global_quality", value)]
    default: []
    }
  }

  // The kinds of ProRes differ in their rates.
  private static func profile(ofProRes tag: String?) -> String? {
    switch tag {
    case "apco": "proxy"
    case "apcs": "lt"
    case "apcn": "standard"
    case "apch": "hq"
    case "ap4h": "4444"
    case "ap4x": "4444xq"
    default: nil
    }
  }

  private static func text(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1000 ? String(Int(value)) : String(value)
  }
}
