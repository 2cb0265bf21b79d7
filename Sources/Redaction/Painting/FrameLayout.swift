import Media

/// Where the samples that have to be painted lie in the planes of one pixel format.
struct FrameLayout {
  let format: PixelFormat
  /// Planes that hold something else than alpha alone.
  let planes: [PlaneLayout]
  /// log2 of the pixels in a row that share one chroma sample.
  let horizontalShift: Int
  /// log2 of the rows that share one chroma row.
  let verticalShift: Int

  init(_ format: PixelFormat) throws(RedactionError) {
    guard format.isPaintable else { throw .unpaintableFormat(format) }
    self.format = format
    // Alpha is no part of the picture: it stays, the colour samples that it hides are covered.
    let colours = format.hasAlpha ? format.components.dropLast() : format.components[...]
    var planes: [PlaneLayout] = []
    for index in 0..<format.planeCount {
      let components = colours.enumerated().filter { $1.plane == index }.map { ($0, $1) }
      if components.isEmpty { continue }
      guard
        let plane = PlaneLayout(
          index: index, components: components, hasDifferences: format.model == .yuv)
      else {
        throw .unpaintableFormat(format)
      }
      planes.append(plane)
    }
    guard !planes.isEmpty else { throw .unpaintableFormat(format) }
    self.planes = planes
    horizontalShift = colours.map(\.horizontalShift).max() ?? 0
    verticalShift = colours.map(\.verticalShift).max() ?? 0
  }
}

/// Where the painted samples lie in one plane.
///
/// A row is a sequence of equal groups: one sample of a planar format, U and V of NV12, the bytes
/// of an RGB pixel, two pixels of YUYV. Positions are counted in elements of 1 or 2 bytes.
struct PlaneLayout {
  /// The samples of one colour component.
  struct Channel {
    /// Elements before the first sample of a row.
    let offset: Int
    /// Elements from one sample to the next.
    let step: Int
    /// log2 of the pixels in a row that share one sample.
    let horizontalShift: Int
    /// Unused low bits of an element.
    let shift: Int
    /// Significant bits of a sample.
    let depth: Int
    /// Which of the format's components it is.
    let component: Int
    /// Whether it is a colour difference, of which smaller steps are seen.
    let isDifference: Bool
  }

  let index: Int
  /// Bytes of one element: 1 or 2.
  let elementBytes: Int
  let channels: [Channel]
  /// Elements of one group.
  let groupSize: Int
  /// log2 of the pixels in one group.
  let groupShift: Int
  /// log2 of the rows that share one row of the plane.
  let verticalShift: Int
  /// Whether some elements of a group, such as alpha, are not painted.
  let keepsElements: Bool

  /// `nil` where the components do not share one regular layout.
  init?(
    index: Int, components: [(number: Int, layout: PixelFormat.Component)], hasDifferences: Bool
  ) {
    guard let first = components.first?.layout,
      let widest = components.max(by: { $0.layout.horizontalShift < $1.layout.horizontalShift })?
        .layout
    else { return nil }
    let bytes = first.bytes
    let groupSize = widest.step / bytes
    let groupShift = widest.horizontalShift
    var painted = 0
    for (_, component) in components {
      let samples = 1 << (groupShift - component.horizontalShift)
      guard component.bytes == bytes, component.verticalShift == first.verticalShift,
        component.step % bytes == 0, component.offset % bytes == 0, component.step > 0,
        component.step / bytes * samples == groupSize, component.offset / bytes < groupSize
      else { return nil }
      painted += samples
    }
    guard painted <= groupSize else { return nil }
    self.index = index
    elementBytes = bytes
    channels = components.map { number, layout in
      Channel(
        offset: layout.offset / bytes, step: layout.step / bytes,
        horizontalShift: layout.horizontalShift, shift: layout.shift, depth: layout.depth,
        component: number, isDifference: hasDifferences && number > 0)
    }
    self.groupSize = groupSize
    self.groupShift = groupShift
    verticalShift = first.verticalShift
    keepsElements = painted < groupSize
  }
}
