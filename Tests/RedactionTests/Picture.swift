import Media
import Testing

/// A frame's samples as plain arrays, addressed by component and position.
///
/// Samples are found through the format's published components alone, so that this does not share
/// the code under test.
struct Picture: Equatable {
  let format: PixelFormat
  let size: PixelSize
  /// Every element of every plane's rows, row after row without padding.
  private(set) var planes: [[UInt16]] = []
  private let shapes: [Shape]
  private let components: [PixelFormat.Component]

  private struct Shape {
    let elementBytes: Int
    let rows: Int
    /// Elements of a row, whole groups of samples.
    let count: Int
  }

  /// A picture from a closure that gives the sample of a component at a sample position, cut to the
  /// component's depth. Elements that belong to no component hold some pattern.
  init(
    _ name: String, _ width: Int, _ height: Int,
    sample: (_ component: Int, _ x: Int, _ y: Int) -> Int
  ) throws {
    let format = try #require(PixelFormat(name: name))
    self.init(format: format, size: PixelSize(width: width, height: height))
    for component in components.indices {
      let mask = 1 << components[component].depth - 1
      for y in 0..<rows(of: component) {
        for x in 0..<columns(of: component) {
          self[component, x, y] = sample(component, x, y) & mask
        }
      }
    }
  }

  private init(format: PixelFormat, size: PixelSize) {
    self.format = format
    self.size = size
    let components = format.components
    self.components = components
    shapes = (0..<format.planeCount).map { plane in
      let members = components.filter { $0.plane == plane }
      let widest = members.max { $0.step < $1.step } ?? members[0]
      return Shape(
        elementBytes: widest.bytes, rows: (size.height - 1) >> widest.verticalShift + 1,
        count: ((size.width - 1) >> widest.horizontalShift + 1) * widest.step / widest.bytes)
    }
    planes = shapes.map { shape in
      (0..<shape.rows * shape.count).map { UInt16(truncatingIfNeeded: $0 &* 31 % 251) }
    }
  }

  /// The picture that a frame holds.
  init(_ frame: inout Frame) {
    self.init(format: frame.format, size: frame.size)
    for plane in planes.indices {
      let (count, rows) = (shapes[plane].count, shapes[plane].rows)
      var elements: [UInt16] = []
      if shapes[plane].elementBytes == 1 {
        frame.withSamples(ofPlane: plane, as: UInt8.self) { samples, stride in
          for y in 0..<rows {
            for x in 0..<count { elements.append(UInt16(samples[y * stride + x])) }
          }
        }
      } else {
        frame.withSamples(ofPlane: plane, as: UInt16.self) { samples, stride in
          for y in 0..<rows { for x in 0..<count { elements.append(samples[y * stride + x]) } }
        }
      }
      planes[plane] = elements
    }
  }

  /// A frame that holds the picture.
  func frame(isInterlaced: Bool = false) throws -> Frame {
    var frame = try Frame(format: format, size: size)
    frame.isInterlaced = isInterlaced
    for plane in planes.indices {
      let (count, rows) = (shapes[plane].count, shapes[plane].rows)
      let elements = planes[plane]
      if shapes[plane].elementBytes == 1 {
        frame.withSamples(ofPlane: plane, as: UInt8.self) { samples, stride in
          for y in 0..<rows {
            for x in 0..<count { samples[y * stride + x] = UInt8(elements[y * count + x]) }
          }
        }
      } else {
        frame.withSamples(ofPlane: plane, as: UInt16.self) { samples, stride in
          for y in 0..<rows {
            for x in 0..<count { samples[y * stride + x] = elements[y * count + x] }
          }
        }
      }
    }
    return frame
  }

  /// One sample, without the unused low bits of its element.
  subscript(component: Int, x: Int, y: Int) -> Int {
    get { element(component, x, y) >> components[component].shift }
    set {
      let layout = components[component]
      planes[layout.plane][index(component, x, y)] = UInt16(newValue << layout.shift)
    }
  }

  /// One sample's whole element.
  func element(_ component: Int, _ x: Int, _ y: Int) -> Int {
    Int(planes[components[component].plane][index(component, x, y)])
  }

  /// The number of components, alpha included.
  var componentCount: Int { components.count }
  /// The components that are part of the picture: all but alpha.
  var colours: Range<Int> { 0..<components.count - (format.hasAlpha ? 1 : 0) }

  /// log2 of the pixels that share one sample of a component, along rows and along columns.
  func shifts(of component: Int) -> (x: Int, y: Int) {
    (components[component].horizontalShift, components[component].verticalShift)
  }

  /// Significant bits of a component's samples.
  func depth(of component: Int) -> Int { components[component].depth }

  /// Samples of a component in a row.
  func columns(of component: Int) -> Int {
    (size.width - 1) >> components[component].horizontalShift + 1
  }

  /// Rows of a component.
  func rows(of component: Int) -> Int {
    (size.height - 1) >> components[component].verticalShift + 1
  }

  /// Pixels that share one chroma sample.
  var unit: PixelSize {
    PixelSize(
      width: 1 << (components.map(\.horizontalShift).max() ?? 0),
      height: 1 << (components.map(\.verticalShift).max() ?? 0))
  }

  /// The elements of all planes that belong to no colour: alpha and unused ones.
  var keptElements: [UInt16] {
    var isKept = planes.map { [Bool](repeating: true, count: $0.count) }
    for component in colours {
      for y in 0..<rows(of: component) {
        for x in 0..<columns(of: component) {
          isKept[components[component].plane][index(component, x, y)] = false
        }
      }
    }
    return zip(planes, isKept).flatMap { zip($0, $1).filter(\.1).map(\.0) }
  }

  /// The picture of every other row from `first` on, in each plane.
  func field(_ first: Int) -> Picture {
    var field = Picture(
      format: format,
      size: PixelSize(width: size.width, height: (size.height - first + 1) / 2))
    for plane in planes.indices {
      let count = shapes[plane].count
      for y in 0..<field.shapes[plane].rows {
        let source = (2 * y + first) * count
        field.planes[plane].replaceSubrange(
          y * count..<(y + 1) * count, with: planes[plane][source..<source + count])
      }
    }
    return field
  }

  /// Adds junk to the unused low bits of every element of a component.
  mutating func soilUnusedBits(of component: Int) {
    let layout = components[component]
    for y in 0..<rows(of: component) {
      for x in 0..<columns(of: component) {
        planes[layout.plane][index(component, x, y)] |= UInt16(1 << layout.shift - 1)
      }
    }
  }

  private func index(_ component: Int, _ x: Int, _ y: Int) -> Int {
    let layout = components[component]
    let shape = shapes[layout.plane]
    return y * shape.count + (x * layout.step + layout.offset) / shape.elementBytes
  }

  static func == (first: Picture, second: Picture) -> Bool {
    first.format == second.format && first.size == second.size && first.planes == second.planes
  }
}

/// Picture noise: a number that looks random, always the same for the same arguments.
func noise(_ component: Int, _ x: Int, _ y: Int) -> Int {
  var state = UInt64(component &* 73_856_093 ^ x &* 19_349_663 ^ y &* 83_492_791 &+ 1)
  state = (state ^ state >> 33) &* 0xff51_afd7_ed55_8ccd
  state = (state ^ state >> 33) &* 0xc4ce_b9fe_1a85_ec53
  return Int(truncatingIfNeeded: state >> 17)
}
