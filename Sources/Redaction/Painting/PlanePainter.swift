import Media

/// Covers faces on planes of one element size.
///
/// Holds the memory that this takes, so that no frame after the first ones allocates any.
struct PlanePainter<Sample: MosaicSample>: Sendable {
  private var means = CellMeans<Sample>()
  private var colours = CellColours()
  private var smooth = SmoothRows()
  private var painter = RowPainter<Sample>()

  /// Covers all patches on one plane.
  ///
  /// - Parameters:
  ///   - samples: all rows of the plane.
  ///   - stride: elements from one row to the next.
  ///   - size: the frame's size.
  ///   - patches: what to cover.
  ///   - memories: what the cells have shown; gets what they show now.
  ///   - code: the samples of one colour, by component, where it covers everything.
  mutating func cover(
    _ plane: PlaneLayout, _ samples: inout MutableSpan<Sample>, stride: Int, size: PixelSize,
    patches: borrowing Patches, memories: inout CellMemories, code: [UInt16]
  ) {
    let channels = plane.channels.count
    let elements = shiftUp(size.width, by: plane.groupShift) * plane.groupSize
    means.reserve(elements: elements, cells: size.width * channels)
    colours.reserve(patches.cellCount * channels)
    smooth.reserve(elements: elements)
    painter.prepare(plane, elements: elements)
    // All means are taken before anything is painted: where covers overlap, none is a mean of what
    // another one has painted.
    if patches.style.fill.showsCells {
      for patch in patches.all {
        measure(
          PatchGeometry(patch: patch, plane: plane, size: size), samples, stride: stride,
          style: patches.style, time: patches.time, memories: &memories)
      }
    }
    for patch in patches.all {
      paint(
        PatchGeometry(patch: patch, plane: plane, size: size), &samples, stride: stride,
        fill: patches.style.fill, masks: patches.masks, code: code)
    }
  }

  /// Finds what the cells of a patch are to show.
  private mutating func measure(
    _ geometry: PatchGeometry, _ samples: borrowing MutableSpan<Sample>, stride: Int,
    style: RedactionStyle, time: Double, memories: inout CellMemories
  ) {
    let patch = geometry.patch
    for cellRow in 0..<patch.grid.rows.count {
      means.measure(cellRow, of: geometry, samples, stride: stride, into: &colours.all)
    }
    let channels = geometry.plane.channels
    if let memory = patch.memory {
      let (place, plane) = (memory.place, geometry.plane.index)
      colours.settle(
        patch, memory.cells, at: time, channels: channels, style: style,
        memory: &memories[place, picture: patch.firstRow, plane: plane],
        beside: patch.firstRow > 0 ? memories[place, picture: 0, plane: plane] : nil)
    } else {
      colours.round(patch, channels: channels, levels: style.levels)
    }
  }

  private mutating func paint(
    _ geometry: PatchGeometry, _ samples: inout MutableSpan<Sample>, stride: Int,
    fill: RedactionStyle.Fill, masks: CoverMasks, code: [UInt16]
  ) {
    smooth.reset()
    if case .solid = fill { lay(code, geometry) }
    for cellRow in 0..<geometry.patch.grid.rows.count {
      let rows = geometry.rows(inCellRow: cellRow)
      if rows.isEmpty { continue }
      if fill == .mosaic { lay(cellRow, geometry) }
      for row in rows {
        if fill == .blur { smooth.mix(row, of: geometry, colours, into: &painter.paint) }
        painter.fill(row, of: geometry, &samples, stride: stride, masks: masks)
      }
    }
  }

  /// Lays the colours of a row of cells out as a row of elements.
  private mutating func lay(_ cellRow: Int, _ geometry: PatchGeometry) {
    let channels = geometry.plane.channels
    let columns = geometry.patch.grid.columns.count
    let firstCell = geometry.patch.firstCell + cellRow * columns
    for column in 0..<columns {
      for (index, channel) in channels.enumerated() {
        painter.lay(
          colours.all[(firstCell + column) * channels.count + index], of: channel,
          out: geometry.elements(of: channel, inColumn: column))
      }
    }
  }

  /// Lays one colour out as a row of elements.
  private mutating func lay(_ code: [UInt16], _ geometry: PatchGeometry) {
    for channel in geometry.plane.channels {
      painter.lay(
        code[channel.component], of: channel,
        out: Elements(
          first: channel.offset, end: geometry.elementCount, step: channel.step))
    }
  }
}
