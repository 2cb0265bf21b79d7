import CFFmpeg

/// The few colours of a picture that comes from a list of them, as those of GIF files do.
///
/// A picture is painted on in free colours. Written again in its own ones, what was not painted on
/// stays as it was; a list that makes room for new ones would change all of it a little.
struct ColourList: Equatable {
  /// The colours as 32 bits of blue, green, red and opacity in the order of bytes, at most 256.
  private let colours: [UInt32]
  // How often a list had to be begun anew. No two lists of a stream are alike but those that follow
  // each other: the encoder would take one that is like the first for unchanged since the frame
  // before.
  private let generation: UInt32

  /// The colours of a frame; `nil` where they are more than a list holds or it has no such pixels.
  ///
  /// - Parameter previous: the list of the frame before, to which new colours are added where there
  ///   is room: encoders tell changes by places in the list.
  init?(of frame: borrowing Frame, after previous: ColourList?) {
    guard frame.format.libav == AV_PIX_FMT_BGRA else { return nil }
    var found: Set<UInt32> = []
    var last: UInt32?
    let isList = frame.forEachRow { row in
      for pixel in row.bindMemory(to: UInt32.self) where pixel != last {
        last = pixel
        if found.insert(ColourList.plain(pixel)).inserted, found.count > 256 { return false }
      }
      return true
    }
    guard isList, !found.isEmpty else { return nil }
    let known = previous?.colours ?? []
    let new = found.subtracting(known).sorted()
    if known.count + new.count <= 256 {
      colours = known + new
      generation = previous?.generation ?? 0
    } else {
      generation = (previous?.generation ?? 0) + 1
      let sorted = found.sorted()
      let turn = Int(generation) % sorted.count
      colours = Array(sorted[turn...] + sorted[..<turn])
    }
  }

  /// The colours that a frame was given by `remember`; `nil` where it was given none.
  init?(rememberedBy frame: borrowing Frame) {
    guard let buffer = frame.pointer.pointee.opaque_ref?.pointee, let bytes = buffer.data else {
      return nil
    }
    let words = UnsafeRawBufferPointer(start: bytes, count: Int(buffer.size))
      .bindMemory(to: UInt32.self)
    guard let first = words.first else { return nil }
    generation = first
    colours = Array(words.dropFirst())
  }

  /// Has a frame, and what is made of it, keep these colours in mind.
  func remember(in frame: inout Frame) throws(MediaError) {
    let words = [generation] + colours
    let size = words.count * MemoryLayout<UInt32>.size
    let buffer = try allocated(av_buffer_alloc(size), "a list of colours")
    words.withUnsafeBytes { source in
      if let base = source.baseAddress { memcpy(buffer.pointee.data, base, size) }
    }
    frame.pointer.pointee.opaque_ref = buffer
  }

  /// The frame in these colours, each pixel in the nearest one.
  ///
  /// - Precondition: the frame's format is that of the frame with the colours.
  func indexed(_ frame: borrowing Frame) throws(MediaError) -> Frame {
    let converted = try Frame(format: PixelFormat(AV_PIX_FMT_PAL8), size: frame.size)
    try check(
      av_frame_copy_props(converted.pointer, frame.pointer), "cannot copy a picture's properties")
    guard let palette = converted.pointer.pointee.data.1,
      let target = converted.pointer.pointee.data.0
    else { throw MediaError(.internalFault, "no memory for a picture of \(frame.size)") }
    palette.withMemoryRebound(to: UInt32.self, capacity: 256) { entries in
      // Opaque where there is nothing: what is transparent is taken for a wish.
      for place in 0..<256 { entries[place] = 0xFF00_0000 | generation & 0xFF_FFFF }
      for (place, colour) in colours.enumerated() { entries[place] = colour }
    }
    var places = Dictionary(
      uniqueKeysWithValues: colours.enumerated().map { ($1, UInt8($0)) })
    let lineSize = Int(converted.pointer.pointee.linesize.0)
    var y = 0
    _ = frame.forEachRow { row in
      for (x, pixel) in row.bindMemory(to: UInt32.self).enumerated() {
        let colour = ColourList.plain(pixel)
        let place = places[colour] ?? nearest(to: colour)
        places[colour] = place
        target[y * lineSize + x] = place
      }
      y += 1
      return true
    }
    return converted
  }

  private func nearest(to colour: UInt32) -> UInt8 {
    func distance(_ other: UInt32) -> Int {
      (0..<4).reduce(0) { sum, byte in
        let difference = Int(colour >> (8 * byte) & 0xFF) - Int(other >> (8 * byte) & 0xFF)
        return sum + difference * difference
      }
    }
    let best = colours.indices.min { distance(colours[$0]) < distance(colours[$1]) }
    return UInt8(best ?? 0)
  }

  // What is wholly transparent has no colour.
  private static func plain(_ pixel: UInt32) -> UInt32 { pixel >> 24 == 0 ? 0 : pixel }
}

extension Frame {
  /// Calls `body` with the bytes of each row of the first plane, from top to bottom, until it
  /// returns false.
  ///
  /// - Returns: whether it never did.
  fileprivate borrowing func forEachRow(_ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    let picture = pointer.pointee
    let rowBytes = Int(av_image_get_linesize(format.libav, picture.width, 0))
    guard let base = picture.data.0, rowBytes > 0 else { return false }
    for y in 0..<size.height {
      let row = UnsafeRawBufferPointer(
        start: base + y * Int(picture.linesize.0), count: rowBytes)
      guard body(row) else { return false }
    }
    return true
  }
}
