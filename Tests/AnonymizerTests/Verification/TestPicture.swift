import Media

extension LumaPicture {
  /// A picture of 96x96 with a pixel value for each place.
  static func made(_ value: (_ x: Int, _ y: Int) -> Int) -> LumaPicture {
    var picture = LumaPicture(size: PixelSize(width: 96, height: 96))
    for y in 0..<96 {
      for x in 0..<96 {
        picture.bytes[y * picture.stride + x] = UInt8(min(max(value(x, y), 0), 255))
      }
    }
    return picture
  }

  /// Structure of some strength about a middle gray, the same in each run.
  static func textured(_ strength: Int) -> LumaPicture {
    made { x, y in 128 + (((x * 7 + y * 13) ^ (x * y / 5)) % 17 - 8) * strength / 8 }
  }

  /// The picture with a box replaced by squares of its mean values.
  func mosaic(side: Int, columns: Range<Int>, rows: Range<Int>) -> LumaPicture {
    var picture = self
    for y in rows {
      for x in columns {
        let (left, top) = (x / side * side, y / side * side)
        var sum = 0
        for v in top..<min(top + side, 96) {
          for u in left..<min(left + side, 96) { sum += Int(bytes[v * stride + u]) }
        }
        let count = (min(top + side, 96) - top) * (min(left + side, 96) - left)
        picture.bytes[y * stride + x] = UInt8(sum / count)
      }
    }
    return picture
  }
}
