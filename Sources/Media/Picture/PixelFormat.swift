import CFFmpeg

/// How a frame's samples lie in memory: libavutil's `AVPixelFormat` with its descriptor.
public struct PixelFormat: Hashable, Sendable, CustomStringConvertible {
  /// Where one colour component's samples lie.
  public struct Component: Hashable, Sendable {
    /// Index of the plane that holds it.
    public let plane: Int
    /// Bytes from one sample to the next in a row.
    public let step: Int
    /// Bytes before the first sample of a row.
    public let offset: Int
    /// Unused low bits in each sample's container.
    public let shift: Int
    /// Significant bits of a sample.
    public let depth: Int
    /// log2 of the luma samples that share one sample, along a row.
    public let horizontalShift: Int
    /// log2 of the luma rows that share one row.
    public let verticalShift: Int

    /// Bytes that hold one sample: 1 or 2.
    public var bytes: Int { depth + shift > 8 ? 2 : 1 }
  }

  /// What the components mean.
  public enum Model: Hashable, Sendable {
    /// Luma alone, or luma and alpha.
    case gray
    /// Red, green, blue, maybe alpha.
    case rgb
    /// Luma and two colour differences, maybe alpha.
    case yuv
    /// X', Y', Z' of digital cinema (SMPTE ST 428-1), from the tristimulus values of CIE 1931.
    case xyz

    /// Whether each component is a light of its own, which libswscale takes for RGB.
    var isAdditive: Bool { self == .rgb || self == .xyz }
  }

  let libav: AVPixelFormat

  init(_ format: AVPixelFormat) { libav = format }

  /// A format by libav's name, such as `yuv420p`; `nil` where there is none of that name.
  public init?(name: String) {
    let format = av_get_pix_fmt(name)
    guard format != AV_PIX_FMT_NONE else { return nil }
    libav = format
  }

  /// Whether both name the same layout.
  public static func == (first: PixelFormat, second: PixelFormat) -> Bool {
    first.libav.rawValue == second.libav.rawValue
  }

  /// Feeds the layout's number to `hasher`.
  public func hash(into hasher: inout Hasher) { hasher.combine(libav.rawValue) }

  /// libav's name, such as `yuv420p10le`.
  public var description: String {
    av_get_pix_fmt_name(libav).map { String(cString: $0) } ?? "none"
  }

  /// The components in the model's order: Y U V (A), R G B (A), X Y Z, or gray (A).
  public var components: [Component] {
    guard let descriptor else { return [] }
    return withUnsafeBytes(of: descriptor.comp) { raw in
      raw.bindMemory(to: AVComponentDescriptor.self).prefix(Int(descriptor.nb_components))
        .enumerated().map { index, component in
          let isChroma = model == .yuv && (index == 1 || index == 2)
          return Component(
            plane: Int(component.plane), step: Int(component.step), offset: Int(component.offset),
            shift: Int(component.shift), depth: Int(component.depth),
            horizontalShift: isChroma ? Int(descriptor.log2_chroma_w) : 0,
            verticalShift: isChroma ? Int(descriptor.log2_chroma_h) : 0)
        }
    }
  }

  /// What the components mean.
  public var model: Model {
    guard let descriptor else { return .gray }
    if descriptor.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0 { return .rgb }
    // Not every release of libavutil has a flag for these two.
    if libav == AV_PIX_FMT_XYZ12LE || libav == AV_PIX_FMT_XYZ12BE { return .xyz }
    return descriptor.nb_components < 3 ? .gray : .yuv
  }

  /// Whether the last component is alpha.
  public var hasAlpha: Bool { has(AV_PIX_FMT_FLAG_ALPHA) }

  /// The number of planes.
  public var planeCount: Int { max(0, Int(av_pix_fmt_count_planes(libav))) }

  /// log2 of the pixels in a row, and of the rows, that share chroma.
  var chromaShifts: (horizontal: Int, vertical: Int) {
    guard model == .yuv, let descriptor else { return (0, 0) }
    return (Int(descriptor.log2_chroma_w), Int(descriptor.log2_chroma_h))
  }

  /// log2 of the pixel rows that share one row of a plane.
  func verticalShift(ofPlane plane: Int) -> Int {
    // Planes 1 and 2 hold chroma, plane 0 luma and plane 3 alpha: `av_image_fill_plane_sizes`.
    plane == 1 || plane == 2 ? Int(descriptor?.log2_chroma_h ?? 0) : 0
  }

  /// The layout alone, of one of libav's older formats that say full range too, such as `yuvj420p`;
  /// `nil` for all others.
  var withoutRange: PixelFormat? {
    switch libav {
    case AV_PIX_FMT_YUVJ411P: PixelFormat(AV_PIX_FMT_YUV411P)
    case AV_PIX_FMT_YUVJ420P: PixelFormat(AV_PIX_FMT_YUV420P)
    case AV_PIX_FMT_YUVJ422P: PixelFormat(AV_PIX_FMT_YUV422P)
    case AV_PIX_FMT_YUVJ440P: PixelFormat(AV_PIX_FMT_YUV440P)
    case AV_PIX_FMT_YUVJ444P: PixelFormat(AV_PIX_FMT_YUV444P)
    default: nil
    }
  }

  /// Whether frames are places in a device's memory.
  var isHardware: Bool { has(AV_PIX_FMT_FLAG_HWACCEL) }

  /// Whether samples are places in a list of colours.
  var hasPalette: Bool { has(AV_PIX_FMT_FLAG_PAL) }

  /// Whether each sample fills whole bytes of its own in this machine's byte order, so that it can
  /// be read and replaced alone; formats with a palette or packed bit fields are not.
  public var isPaintable: Bool {
    guard let descriptor, !has(AV_PIX_FMT_FLAG_PAL), !has(AV_PIX_FMT_FLAG_BITSTREAM),
      !has(AV_PIX_FMT_FLAG_HWACCEL), !has(AV_PIX_FMT_FLAG_FLOAT), !has(AV_PIX_FMT_FLAG_BAYER),
      descriptor.nb_components > 0
    else { return false }
    let components = components
    if components.contains(where: { $0.bytes == 2 }), has(AV_PIX_FMT_FLAG_BE) { return false }
    // UYYVYY411 spaces its luma unevenly, which its descriptor cannot say.
    let isRegular = components.allSatisfy { first in
      components.allSatisfy { second in
        first.plane != second.plane
          || first.step << second.horizontalShift == second.step << first.horizontalShift
      }
    }
    return isRegular
      && components.allSatisfy { component in
        component.bytes == 1
          ? component.depth == 8
          : component.depth + component.shift <= 16 && component.offset % 2 == 0
            && component.step % 2 == 0
      }
  }

  /// The paintable format nearest to this one, itself where it is paintable; `nil` for hardware
  /// surfaces and the like.
  ///
  /// Source: `avcodec_find_best_pix_fmt_of_list`, which weighs depth, chroma, colour and alpha
  /// loss.
  public var nearestPaintable: PixelFormat? {
    if isPaintable { return self }
    guard let descriptor, !has(AV_PIX_FMT_FLAG_HWACCEL) else { return nil }
    let isDeep = withUnsafeBytes(of: descriptor.comp) { raw in
      raw.bindMemory(to: AVComponentDescriptor.self).prefix(Int(descriptor.nb_components))
        .contains { $0.depth > 8 }
    }
    let candidates =
      isDeep
      ? [
        AV_PIX_FMT_GRAY16LE, AV_PIX_FMT_YA16LE, AV_PIX_FMT_RGB48LE, AV_PIX_FMT_RGBA64LE,
        AV_PIX_FMT_YUV422P10LE, AV_PIX_FMT_YUV444P10LE, AV_PIX_FMT_YUV444P12LE,
        AV_PIX_FMT_YUV444P16LE, AV_PIX_FMT_YUVA444P16LE,
      ]
      : [
        AV_PIX_FMT_GRAY8, AV_PIX_FMT_YA8, AV_PIX_FMT_RGB24, AV_PIX_FMT_BGRA,
        AV_PIX_FMT_YUV411P, AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUV422P, AV_PIX_FMT_YUV444P,
        AV_PIX_FMT_YUVA444P,
      ]
    return nearest(among: candidates.map(PixelFormat.init))
  }

  /// The format of `candidates` that loses least; `nil` where there is none.
  func nearest(among candidates: [PixelFormat]) -> PixelFormat? {
    if candidates.contains(self) { return self }
    var list = candidates.map(\.libav)
    list.append(AV_PIX_FMT_NONE)
    let best = avcodec_find_best_pix_fmt_of_list(list, libav, hasAlpha ? 1 : 0, nil)
    return best == AV_PIX_FMT_NONE ? nil : PixelFormat(best)
  }

  /// Whether every sample of another format finds its place in this one: the same model, with at
  /// least its depth, its chroma and its alpha.
  func holds(_ other: PixelFormat) -> Bool {
    let (components, others) = (components, other.components)
    return model == other.model && components.count >= others.count
      && zip(components, others).allSatisfy { own, other in
        own.depth >= other.depth && own.horizontalShift <= other.horizontalShift
          && own.verticalShift <= other.verticalShift
      }
  }

  private func has(_ flag: Int32) -> Bool {
    (descriptor?.flags ?? 0) & UInt64(flag) != 0
  }

  private var descriptor: AVPixFmtDescriptor? { av_pix_fmt_desc_get(libav)?.pointee }
}
