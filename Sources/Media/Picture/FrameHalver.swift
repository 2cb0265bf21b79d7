import CFFmpeg

/// Halves frames, or parts of them, in width and height, which leaves a fraction of the work to a
/// scaler that makes them smaller still.
///
/// In each plane four samples become one, their mean; the format stays. Used by one thread at a
/// time.
final class FrameHalver {
  /// The format of the frames that it halves.
  let format: PixelFormat

  private let places: [PlanePlace]
  private let shifts: (horizontal: Int, vertical: Int)
  private let bytes: Int
  private var memory: UnsafeMutableRawBufferPointer
  // Of the last picture, in the form that libswscale takes.
  private var planes = [UnsafePointer<UInt8>?](repeating: nil, count: 4)
  private var lineSizes = [Int32](repeating: 0, count: 4)

  /// Rows begin at multiples of so many bytes, and as many follow the last one: processors may read
  /// that much at once.
  private static let alignment = 64

  /// A halver for frames of one format; `nil` where a plane holds anything but the samples of one
  /// component.
  ///
  /// So it is for luma alone, whose range libswscale leaves as it is where halving has brought it to
  /// the target's size already.
  init?(format: PixelFormat) {
    let components = format.components
    guard format.model == .yuv, !format.hasAlpha, format.isPaintable,
      components.count == format.planeCount,
      components.allSatisfy({ $0.step == $0.bytes && $0.offset == 0 && $0.shift == 0 }),
      let bytes = components.first?.bytes
    else { return nil }
    self.format = format
    self.bytes = bytes
    places = PlanePlace.all(of: format)
    shifts = format.chromaShifts
    memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 0, alignment: Self.alignment)
  }

  deinit { memory.deallocate() }

  /// How often a picture can be halved before it is scaled to `target`, so that nothing is lost that
  /// the target would show.
  ///
  /// The halved picture is at least as large as the target, but for a little on one side, since the
  /// sides of detector inputs are rounded up. It holds all of the picture to the last sample.
  func times(from source: PixelSize, to target: PixelSize) -> Int {
    var times = 0
    while source.width.isMultiple(of: 2 << (times + shifts.horizontal)),
      source.height.isMultiple(of: 2 << (times + shifts.vertical))
    {
      let (width, height) = (source.width >> (times + 1), source.height >> (times + 1))
      guard width >= target.width || height >= target.height, width * 8 >= target.width * 7,
        height * 8 >= target.height * 7
      else { break }
      times += 1
    }
    return times
  }

  /// Halves a part of a frame so often, and calls `body` with the planes of what becomes of it.
  ///
  /// - Precondition: the frame has the halver's format, and `times` allows as many.
  func halve<Failure: Error>(
    _ frame: borrowing Frame, crop: FrameCrop, times: Int,
    _ body: (
      _ planes: UnsafePointer<UnsafePointer<UInt8>?>, _ lineSizes: UnsafePointer<Int32>
    ) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(frame.format == format, "the frame has another format than the halver's")
    reserve(for: crop, times: times)
    guard var target = memory.baseAddress else { return }
    for (plane, place) in places.enumerated() {
      guard let samples = frame.base(ofPlane: plane) else { return }
      var lineSize = frame.lineSize(plane)
      var source = UnsafeRawPointer(samples) + place.offset(of: crop, lineSize: lineSize)
      for time in 1...times {
        let room = room(for: crop, place, time: time)
        for row in 0..<room.height {
          let upper = source + 2 * row * lineSize
          let line = target + row * room.lineSize
          if bytes == 1 {
            halve(upper, upper + lineSize, into: line, count: room.width)
          } else {
            halveDeep(upper, upper + lineSize, into: line, count: room.width)
          }
        }
        (source, lineSize) = (UnsafeRawPointer(target), room.lineSize)
        target += room.lineSize * room.height
      }
      planes[plane] = source.assumingMemoryBound(to: UInt8.self)
      lineSizes[plane] = Int32(lineSize)
    }
    try body(planes, lineSizes)
  }

  private func room(
    for crop: FrameCrop, _ place: PlanePlace, time: Int
  ) -> (width: Int, height: Int, lineSize: Int) {
    let width = crop.width >> (place.horizontalShift + time)
    let blocks = (width * bytes + Self.alignment - 1) / Self.alignment
    return (width, crop.height >> (place.verticalShift + time), blocks * Self.alignment)
  }

  private func reserve(for crop: FrameCrop, times: Int) {
    var total = Self.alignment
    for place in places {
      for time in 1...times {
        let room = room(for: crop, place, time: time)
        total += room.lineSize * room.height
      }
    }
    guard memory.count < total else { return }
    memory.deallocate()
    memory = UnsafeMutableRawBufferPointer.allocate(byteCount: total, alignment: Self.alignment)
    // What lies between the rows is read, if only to be thrown away.
    memory.initializeMemory(as: UInt8.self, repeating: 0)
  }

  private func halve(
    _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, into line: UnsafeMutableRawPointer,
    count: Int
  ) {
    // Two samples side by side in each element.
    let low = SIMD16<UInt16>(repeating: 0xFF)
    let half = SIMD16<UInt16>(repeating: 2)
    var x = 0
    while x &+ 16 <= count {
      let above = upper.loadUnaligned(fromByteOffset: 2 &* x, as: SIMD16<UInt16>.self)
      let below = lower.loadUnaligned(fromByteOffset: 2 &* x, as: SIMD16<UInt16>.self)
      let sum = (above & low) &+ (above &>> 8) &+ (below & low) &+ (below &>> 8) &+ half
      line.storeBytes(
        of: SIMD16<UInt8>(truncatingIfNeeded: sum &>> 2), toByteOffset: x, as: SIMD16<UInt8>.self)
      x &+= 16
    }
    while x < count {
      let sum = pair(upper, x, UInt8.self) + pair(lower, x, UInt8.self)
      line.storeBytes(of: UInt8((sum + 2) / 4), toByteOffset: x, as: UInt8.self)
      x += 1
    }
  }

  private func halveDeep(
    _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, into line: UnsafeMutableRawPointer,
    count: Int
  ) {
    let low = SIMD8<UInt32>(repeating: 0xFFFF)
    let half = SIMD8<UInt32>(repeating: 2)
    var x = 0
    while x &+ 8 <= count {
      let above = upper.loadUnaligned(fromByteOffset: 4 &* x, as: SIMD8<UInt32>.self)
      let below = lower.loadUnaligned(fromByteOffset: 4 &* x, as: SIMD8<UInt32>.self)
      let sum = (above & low) &+ (above &>> 16) &+ (below & low) &+ (below &>> 16) &+ half
      line.storeBytes(
        of: SIMD8<UInt16>(truncatingIfNeeded: sum &>> 2), toByteOffset: 2 &* x,
        as: SIMD8<UInt16>.self)
      x &+= 8
    }
    while x < count {
      let sum = pair(upper, x, UInt16.self) + pair(lower, x, UInt16.self)
      line.storeBytes(of: UInt16((sum + 2) / 4), toByteOffset: 2 * x, as: UInt16.self)
      x += 1
    }
  }

  /// The sum of two samples side by side.
  private func pair<Sample: FixedWidthInteger & BitwiseCopyable>(
    _ row: UnsafeRawPointer, _ x: Int, _ type: Sample.Type
  ) -> Int {
    let samples = (row + 2 * x * MemoryLayout<Sample>.size).assumingMemoryBound(to: Sample.self)
    return Int(samples[0]) + Int(samples[1])
  }
}
