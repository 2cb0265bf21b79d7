import Glibc
import Media

/// The rows of bytes, in all planes of a frame, that covers reach.
struct TouchedRows {
  private struct Block {
    let plane: Int
    let rows: Range<Int>
    let bytes: Range<Int>
  }

  private let blocks: [Block]

  /// How many bytes there are.
  var byteCount: Int { blocks.reduce(0) { $0 + $1.rows.count * $1.bytes.count } }

  /// The bytes between the first and last column and row of each box, in pixels of a frame, whose
  /// format has a plane for each component.
  init(of boxes: [Box], format: PixelFormat, size: PixelSize) {
    func range(_ low: Double, _ high: Double, shift: Int, limit: Int) -> Range<Int> {
      let first = max(0, Int(low.rounded(.down))) >> shift
      let end = (min(limit, Int(high.rounded(.up))) + (1 << shift) - 1) >> shift
      return first..<max(first, end)
    }
    blocks = boxes.flatMap { box in
      format.components.map { component in
        let columns = range(box.x, box.maxX, shift: component.horizontalShift, limit: size.width)
        return Block(
          plane: component.plane,
          rows: range(box.y, box.maxY, shift: component.verticalShift, limit: size.height),
          bytes: columns.lowerBound * component.bytes..<columns.upperBound * component.bytes)
      }
    }
  }

  /// Copies them from one picture to another of the same format and size, row by row.
  func copy(from source: Picture, to target: Picture) {
    for block in blocks {
      source.frame.withSamples(ofPlane: block.plane, as: UInt8.self) { source, sourceStride in
        source.withUnsafeMutableBytes { source in
          target.frame.withSamples(ofPlane: block.plane, as: UInt8.self) { target, targetStride in
            target.withUnsafeMutableBytes { target in
              guard let from = source.baseAddress, let to = target.baseAddress else { return }
              for row in block.rows {
                memcpy(
                  to + row * targetStride + block.bytes.lowerBound,
                  from + row * sourceStride + block.bytes.lowerBound, block.bytes.count)
              }
            }
          }
        }
      }
    }
  }
}
