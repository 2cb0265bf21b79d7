/// Makes baseline JPEG files of frames in 8-bit gray or YUV of any subsampling that JPEG knows.
///
/// libavcodec's encoder knows neither gray nor chroma that is shared by rows alone, and divides the
/// means of blocks by 8 at best, as quality 75 does.
struct JPEGWriter {
  /// One component's samples.
  private struct Plane {
    let base: UnsafePointer<UInt8>
    let lineSize: Int
    let width: Int
    let height: Int
    // Blocks along a row and a column of one MCU.
    let across: Int
    let down: Int
    let isChroma: Bool
  }

  /// What goes into the file beside the picture.
  struct Properties {
    var density: PixelDensity?
    var pixelAspect: Rational = Rational(1, 1)
    var colourProfile: [UInt8]?
  }

  /// Formats that can be written.
  static let formats = ["gray", "yuv420p", "yuv422p", "yuv440p", "yuv444p", "yuv411p"]
    .compactMap { PixelFormat(name: $0) }

  private let quantisation: JPEGQuantisation
  // Beside each other in memory, since each block needs them.
  private let order = JPEGWriter.zigzag
  private let luma = (means: JPEGHuffmanTable.lumaMean, others: JPEGHuffmanTable.luma)
  private let chroma = (means: JPEGHuffmanTable.chromaMean, others: JPEGHuffmanTable.chroma)

  /// A writer of pictures of a quality of 1...100.
  init(quality: Int) { quantisation = JPEGQuantisation(quality: quality) }

  /// The file for a frame in one of `formats`, BT.601 in full range.
  ///
  /// - Throws: `MediaError.Code.unencodable` where the picture is larger than the format allows.
  func file(
    of frame: borrowing Frame, properties: Properties
  ) throws(MediaError) -> [UInt8] {
    let size = frame.size
    guard size.width <= 65_535, size.height <= 65_535 else {
      throw MediaError(.unencodable, "jpeg files hold no picture of \(size)")
    }
    var file: [UInt8] = [0xFF, 0xD8]
    file.reserveCapacity(size.width * size.height)
    let planes = JPEGWriter.planes(of: frame)
    appendHeader(to: &file, properties)
    appendTables(to: &file, hasChroma: planes.count > 1)
    appendFrame(to: &file, size: size, planes: planes)
    var bits = JPEGBits(after: file)
    appendScan(to: &bits, size: size, planes: planes)
    bits.finish()
    return bits.bytes + [0xFF, 0xD9]
  }

  private static func planes(of frame: borrowing Frame) -> [Plane] {
    let components = frame.format.components
    let widest = components.map(\.horizontalShift).max() ?? 0
    let highest = components.map(\.verticalShift).max() ?? 0
    let size = frame.size
    var planes: [Plane] = []
    for (index, component) in components.enumerated() {
      guard let base = frame.base(ofPlane: component.plane) else { continue }
      planes.append(
        Plane(
          base: UnsafePointer(base.assumingMemoryBound(to: UInt8.self)),
          lineSize: frame.lineSize(component.plane),
          width: (size.width + (1 << component.horizontalShift) - 1) >> component.horizontalShift,
          height: (size.height + (1 << component.verticalShift) - 1) >> component.verticalShift,
          across: 1 << (widest - component.horizontalShift),
          down: 1 << (highest - component.verticalShift), isChroma: index > 0))
    }
    return planes
  }

  // MARK: Segments

  private func append(_ marker: UInt8, _ data: [UInt8], to file: inout [UInt8]) {
    file += [0xFF, marker] + JPEGWriter.number(data.count + 2) + data
  }

  private static func number(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
  }

  // Source: JFIF 1.02; ICC.1:2022, annex B.4.
  private func appendHeader(to file: inout [UInt8], _ properties: Properties) {
    var (unit, x, y): (UInt8, Int, Int) = (0, 1, 1)
    if let density = properties.density {
      (unit, x, y) = (1, Int(density.x.rounded()), Int(density.y.rounded()))
    } else if properties.pixelAspect.isPositive {
      // Wide pixels lie less densely along a row.
      (x, y) = (Int(properties.pixelAspect.denominator), Int(properties.pixelAspect.numerator))
      if x > 65_535 || y > 65_535 { (x, y) = (1, 1) }
    }
    append(
      0xE0,
      Array("JFIF\0".utf8) + [1, 2, unit] + JPEGWriter.number(x) + JPEGWriter.number(y) + [0, 0],
      to: &file)
    guard let profile = properties.colourProfile else { return }
    let most = 65_519
    let parts = (profile.count + most - 1) / most
    guard parts <= 255 else { return }
    for part in 0..<parts {
      append(
        0xE2,
        Array("ICC_PROFILE\0".utf8) + [UInt8(part + 1), UInt8(parts)]
          + profile[(part * most)..<min((part + 1) * most, profile.count)], to: &file)
    }
  }

  private func appendTables(to file: inout [UInt8], hasChroma: Bool) {
    append(0xDB, [0] + order.map { quantisation.luma[$0] }, to: &file)
    if hasChroma { append(0xDB, [1] + order.map { quantisation.chroma[$0] }, to: &file) }
    var tables: [(UInt8, JPEGHuffmanTable)] = [(0x00, .lumaMean), (0x10, .luma)]
    if hasChroma { tables += [(0x01, .chromaMean), (0x11, .chroma)] }
    for (kind, table) in tables { append(0xC4, [kind] + table.counts + table.symbols, to: &file) }
  }

  private func appendFrame(to file: inout [UInt8], size: PixelSize, planes: [Plane]) {
    let head = [8] + JPEGWriter.number(size.height) + JPEGWriter.number(size.width)
    var frame = head + [UInt8(planes.count)]
    var scan = [UInt8(planes.count)]
    for (index, plane) in planes.enumerated() {
      let table: UInt8 = plane.isChroma ? 1 : 0
      frame += [UInt8(index + 1), UInt8(plane.across << 4 | plane.down), table]
      scan += [UInt8(index + 1), table << 4 | table]
    }
    append(0xC0, frame, to: &file)
    append(0xDA, scan + [0, 63, 0], to: &file)
  }

  // MARK: Samples

  private func appendScan(to bits: inout JPEGBits, size: PixelSize, planes: [Plane]) {
    var transform = JPEGTransform()
    var block = [UInt8](repeating: 0, count: 64)
    var frequencies = [Int32](repeating: 0, count: 64)
    var means = [Int32](repeating: 0, count: planes.count)
    let inverses = [quantisation.luma, quantisation.chroma].map { $0.map { 1 / Float($0) } }
    let width = 8 * (planes.map(\.across).max() ?? 1)
    let height = 8 * (planes.map(\.down).max() ?? 1)
    for top in 0..<(size.height + height - 1) / height {
      for left in 0..<(size.width + width - 1) / width {
        for (index, plane) in planes.enumerated() {
          for inner in 0..<plane.across * plane.down {
            let x = (left * plane.across + inner % plane.across) * 8
            let y = (top * plane.down + inner / plane.across) * 8
            fill(&block, from: plane, x: x, y: y)
            transform(
              block, inverseDivisors: inverses[plane.isChroma ? 1 : 0], into: &frequencies)
            append(frequencies, after: means[index], isChroma: plane.isChroma, to: &bits)
            means[index] = frequencies[0]
          }
        }
      }
    }
  }

  /// Takes the samples of a block; beyond the picture's edge its last ones go on.
  private func fill(_ block: inout [UInt8], from plane: Plane, x: Int, y: Int) {
    if x + 8 <= plane.width, y + 8 <= plane.height {
      for row in 0..<8 {
        let line = plane.base + (y + row) * plane.lineSize + x
        for column in 0..<8 { block[row * 8 + column] = line[column] }
      }
      return
    }
    for row in 0..<8 {
      let line = plane.base + min(y + row, plane.height - 1) * plane.lineSize
      for column in 0..<8 { block[row * 8 + column] = line[min(x + column, plane.width - 1)] }
    }
  }

  // Source: ITU-T T.81, section F.1.2.
  private func append(
    _ frequencies: [Int32], after mean: Int32, isChroma: Bool, to bits: inout JPEGBits
  ) {
    let tables = isChroma ? chroma : luma
    append(frequencies[0] - mean, zeros: 0, table: tables.means, to: &bits)
    let table = tables.others
    var zeros = 0
    for place in 1..<64 {
      let frequency = frequencies[order[place]]
      if frequency == 0 {
        zeros += 1
        continue
      }
      while zeros > 15 {
        append(symbol: 0xF0, of: table, to: &bits)
        zeros -= 16
      }
      append(frequency, zeros: zeros, table: table, to: &bits)
      zeros = 0
    }
    if zeros > 0 { append(symbol: 0, of: table, to: &bits) }
  }

  private func append(
    _ value: Int32, zeros: Int, table: JPEGHuffmanTable, to bits: inout JPEGBits
  ) {
    let length = 32 - value.magnitude.leadingZeroBitCount
    // Symbol and value in one go: 16 bits at most and 11.
    let code = table.codes[zeros << 4 | length]
    let number = UInt32(bitPattern: value < 0 ? value - 1 : value)
    let mask: UInt32 = (1 << UInt32(length)) - 1
    bits.append((code >> 5) << UInt32(length) | number & mask, length: Int(code & 31) + length)
  }

  private func append(symbol: Int, of table: JPEGHuffmanTable, to bits: inout JPEGBits) {
    let code = table.codes[symbol]
    bits.append(code >> 5, length: Int(code & 31))
  }

  /// The frequencies from low to high, each as its place row by row.
  ///
  /// Source: ITU-T T.81, figure A.6.
  static let zigzag: [Int] = (0..<15).flatMap { sum -> [Int] in
    let diagonal = (max(0, sum - 7)...min(7, sum)).map { $0 * 8 + sum - $0 }
    return sum % 2 == 0 ? diagonal.reversed() : diagonal
  }
}
