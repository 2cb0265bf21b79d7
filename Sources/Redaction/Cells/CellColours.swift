/// The colours in which the cells of all patches are shown on one plane.
///
/// What a cell shows says as little as it can about the picture beneath: it is the mean of the
/// cell's pixels, averaged over time, rounded to one of a few values, and it stays at that value
/// until the average has clearly left it. So noise and small movements of the face, of which an
/// attacker could make out more than one frame shows, do not come through.
struct CellColours {
  /// How far the average must be from what is shown before that changes, in rounding steps; half a
  /// step would let noise through where the average lies half way between two values.
  private static let reluctance = 0.75
  /// The same for what the frame's other field shows: the two look like stripes where they differ
  /// for no more than that each has other rows of the same thing.
  private static let fieldReluctance = 1.25

  /// Cell by cell, in a cell channel by channel; samples without the unused bits of their elements.
  var all: ContiguousArray<UInt16> = []
  private var settled: ContiguousArray<CellMemory.Colour> = []

  /// Makes room for cells, channel by channel.
  mutating func reserve(_ count: Int) { all.enlarge(to: count) }

  /// Replaces the means of a patch's cells by what they are to show.
  ///
  /// - Parameters:
  ///   - cells: which cells these are.
  ///   - time: the frame's presentation time in seconds.
  ///   - memory: what the cells have shown; gets what they show now.
  ///   - other: what the cells of the frame's first field show, where this is the second one.
  mutating func settle(
    _ patch: Patch, _ cells: Int, at time: Double, channels: [PlaneLayout.Channel],
    style: RedactionStyle, memory: inout CellMemory, beside other: CellMemory?
  ) {
    let share = memory.share(of: cells, at: time, settling: style.settling)
    let count = patch.grid.count * channels.count
    let first = patch.firstCell * channels.count
    while settled.count < count { settled.append(CellMemory.Colour()) }
    var index = 0
    for row in 0..<patch.grid.rows.count {
      for column in 0..<patch.grid.columns.count {
        for channel in channels.indices {
          let place = (patch.grid.columns.first + column, patch.grid.rows.first + row, channel)
          let rounding = Rounding(of: channels[channel], levels: style.levels)
          var colour = Self.settled(
            all[first + index], after: share == nil ? nil : memory[place], share: share ?? 256,
            rounding: rounding)
          if let shown = other?[place]?.shown,
            rounding.isNear(colour.average, to: shown, steps: Self.fieldReluctance)
          {
            colour.shown = shown
          }
          settled[index] = colour
          all[first + index] = colour.shown
          index += 1
        }
      }
    }
    // Frames may follow each other so closely that none of them moves an average.
    memory.replace(
      cells, at: share == 0 ? nil : time, patch.grid, channels: channels.count, with: settled)
  }

  /// Replaces the means of a patch of which nothing is remembered.
  mutating func round(_ patch: Patch, channels: [PlaneLayout.Channel], levels: Int) {
    let first = patch.firstCell * channels.count
    for index in 0..<patch.grid.count * channels.count {
      let channel = channels[index % channels.count]
      all[first + index] = Rounding(of: channel, levels: levels)
        .nearest(to: Int(all[first + index]) << 8)
    }
  }

  private static func settled(
    _ mean: UInt16, after earlier: CellMemory.Colour?, share: Int, rounding: Rounding
  ) -> CellMemory.Colour {
    let new = Int(mean) << 8
    guard let earlier else {
      return CellMemory.Colour(average: UInt32(new), shown: rounding.nearest(to: new))
    }
    let old = Int(earlier.average)
    let average = old + (new - old) * share / 256
    let stays = rounding.isNear(UInt32(average), to: earlier.shown, steps: reluctance)
    return CellMemory.Colour(
      average: UInt32(average), shown: stays ? earlier.shown : rounding.nearest(to: average))
  }
}

/// The values that samples of some depth are rounded to.
private struct Rounding {
  private let step: Int
  private let greatest: Int

  init(of channel: PlaneLayout.Channel, levels: Int) {
    let values = 1 << channel.depth
    step = max(1, values / levels / (channel.isDifference ? 4 : 1))
    greatest = values - 1
  }

  /// Whether a sample that is given in 1/256 is no further from a value than some steps.
  func isNear(_ sample: UInt32, to value: UInt16, steps: Double) -> Bool {
    // Where every value is one to be shown there is nothing to wait for.
    Double(abs(Int(sample) - Int(value) << 8)) <= steps * Double((step - 1) << 8)
  }

  /// The nearest value to a sample that is given in 1/256.
  func nearest(to sample: Int) -> UInt16 {
    let unit = step << 8
    return UInt16(min((sample + unit / 2) / unit * step, greatest))
  }
}
