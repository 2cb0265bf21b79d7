import Media
import Testing

@testable import Redaction

@Suite struct ColourCodeTests {
  private static let standard = PixelSize(width: 720, height: 576)
  private static let high = PixelSize(width: 1920, height: 1080)

  private func samples(
    _ colour: String, _ format: String, _ description: ColourDescription = ColourDescription(),
    size: PixelSize = standard
  ) throws -> [Int] {
    let code = ColourCode(
      try #require(RGBColour(hexadecimal: colour)),
      format: try #require(PixelFormat(name: format)), description: description, size: size)
    return code.samples.map(Int.init)
  }

  // The usual colour bars of 100 %, as tables of the standards and handbooks give them.
  @Test(arguments: [
    ("ffffff", [235, 128, 128], [235, 128, 128]), ("ffff00", [210, 16, 146], [219, 16, 138]),
    ("00ffff", [170, 166, 16], [188, 154, 16]), ("00ff00", [145, 54, 34], [173, 42, 26]),
    ("ff00ff", [106, 202, 222], [78, 214, 230]), ("ff0000", [81, 90, 240], [63, 102, 240]),
    ("0000ff", [41, 240, 110], [32, 240, 118]), ("000000", [16, 128, 128], [16, 128, 128]),
  ])
  func `colour bars in 8 bits are those of BT.601 and BT.709`(
    colour: String, bt601: [Int], bt709: [Int]
  ) throws {
    for format in ["yuv420p", "nv12", "yuva444p", "uyvy422"] {
      for matrix in [5, 6] {
        #expect(try samples(colour, format, ColourDescription(matrix: matrix)) == bt601)
      }
      #expect(try samples(colour, format, ColourDescription(matrix: 1)) == bt709)
    }
  }

  // SMPTE RP 219.
  @Test(arguments: [
    ("ffffff", [940, 512, 512]), ("ffff00", [877, 64, 553]), ("00ffff", [754, 615, 64]),
    ("00ff00", [691, 167, 105]), ("ff00ff", [313, 857, 919]), ("ff0000", [250, 409, 960]),
    ("0000ff", [127, 960, 471]), ("000000", [64, 512, 512]),
  ])
  func `colour bars in 10 bits are those of BT.709`(colour: String, code: [Int]) throws {
    for format in ["yuv420p10le", "yuv422p10le", "p010le"] {
      #expect(
        try samples(colour, format, ColourDescription(matrix: 1, range: .limited)) == code)
    }
  }

  @Test func `full range uses all values, as JPEG files do`() throws {
    let full = ColourDescription(matrix: 6, range: .full)
    #expect(try samples("ff0000", "yuv420p", full) == [76, 85, 255])
    #expect(try samples("00ff00", "yuv420p", full) == [150, 44, 21])
    #expect(try samples("0000ff", "yuv420p", full) == [29, 255, 107])
    #expect(try samples("ffffff", "yuv420p16le", full) == [65535, 32768, 32768])
  }

  @Test(arguments: ["rgb24", "bgr24", "bgra", "argb", "gbrp", "gbrap"])
  func `RGB keeps the colour, in the order of the components`(format: String) throws {
    for range in [ColourDescription.Range.unspecified, .limited, .full] {
      let description = ColourDescription(matrix: 0, range: range)
      #expect(try samples("12abef", format, description) == [0x12, 0xab, 0xef])
    }
    #expect(try samples("12abef", "rgba64le") == [0x1212, 0xabab, 0xefef])
  }

  @Test func `gray is full unless it says otherwise`() throws {
    #expect(try samples("ffffff", "gray") == [255])
    #expect(try samples("ff0000", "ya8") == [76])
    #expect(try samples("ff0000", "gray", size: Self.high) == [54])
    #expect(try samples("ffffff", "gray10le", ColourDescription(range: .limited)) == [940])
    // Decoders of PNG files say so.
    #expect(try samples("ff0000", "gray", ColourDescription(matrix: 0, range: .full)) == [76])
  }

  @Test func `without a matrix the frame's rows decide, unless its primaries do`() throws {
    func samples(rows: Int, primaries: Int = 2, matrix: Int = 2) throws -> [Int] {
      let description = ColourDescription(primaries: primaries, matrix: matrix)
      return try self.samples(
        "c03020", "yuv420p", description, size: PixelSize(width: 1280, height: rows))
    }
    #expect(try samples(rows: 719) == samples(rows: 100, matrix: 6))
    #expect(try samples(rows: 720) == samples(rows: 100, matrix: 1))
    #expect(try samples(rows: 100, primaries: 9) == samples(rows: 100, primaries: 9, matrix: 9))
    #expect(try samples(rows: 719) != samples(rows: 720))
    // Tagged as RGB, which shared chroma cannot be.
    #expect(try samples(rows: 720, matrix: 0) == samples(rows: 720))
  }

  @Test func `the identity has green, blue and red in its planes`() throws {
    let full = ColourDescription(matrix: 0, range: .full)
    #expect(try samples("12abef", "yuv444p", full) == [0xab, 0xef, 0x12])
    let limited = ColourDescription(matrix: 0)
    #expect(try samples("00ffff", "yuv444p10le", limited) == [940, 940, 64])
  }

  @Test func `a matrix from the primaries is that of their standard`() throws {
    for colour in Self.colours {
      // BT.601's weights come from the primaries of the first colour television.
      for (primaries, matrix) in [(1, 1), (4, 6), (9, 9)] {
        let derived = try samples(
          colour, "yuv444p", ColourDescription(primaries: primaries, matrix: 12))
        let named = try samples(
          colour, "yuv444p", ColourDescription(primaries: primaries, matrix: matrix))
        #expect(zip(derived, named).allSatisfy { abs($0 - $1) <= 1 })
      }
    }
  }

  @Test(arguments: [3, 11, 14, 99])
  func `a matrix that is not known gives gray of the right luma`(matrix: Int) throws {
    let code = try samples("ff8000", "yuv420p10le", ColourDescription(primaries: 9, matrix: matrix))
    let known = try samples("ff8000", "yuv420p10le", ColourDescription(primaries: 9, matrix: 9))
    #expect(code == [known[0], 512, 512])
  }

  // ITU-R BT.2408, table 1: reference white is 58 % of PQ and 75 % of HLG.
  @Test func `white is the reference white of high dynamic range`() throws {
    for primaries in [1, 9] {
      let pq = ColourDescription(primaries: primaries, transfer: 16, matrix: 9)
      #expect(try samples("ffffff", "gbrp10le", pq) == [594, 594, 594])
      #expect(try samples("ffffff", "yuv420p10le", pq) == [573, 512, 512])
      let hlg = ColourDescription(primaries: primaries, transfer: 18, matrix: 9)
      #expect(try samples("ffffff", "gbrp10le", hlg) == [767, 767, 767])
      #expect(try samples("ffffff", "yuv420p10le", hlg) == [721, 512, 512])
    }
  }

  @Test func `sRGB's primaries have their known values in Display P3`() throws {
    let description = ColourDescription(primaries: 12, transfer: 13)
    #expect(try samples("ff0000", "rgb24", description) == [234, 51, 35])
    #expect(try samples("00ff00", "rgb24", description) == [117, 251, 76])
    #expect(try samples("0000ff", "rgb24", description) == [0, 0, 245])
  }

  @Test func `linear samples are light`() throws {
    let code = try samples("bc8000", "gbrp16le", ColourDescription(transfer: 8))
    #expect(abs(Double(code[0]) / 65535 - 0.5029) < 0.0001)
    #expect(abs(Double(code[1]) / 65535 - 0.2159) < 0.0001)
    #expect(code[2] == 0)
  }

  @Test(arguments: [
    "gray", "gray10le", "gray16le", "ya8", "rgb24", "bgra", "gbrp10le", "rgb48le", "xyz12le",
    "yuv420p", "nv12", "yuyv422", "yuv444p", "yuv420p10le", "p010le", "yuv422p12le",
    "yuv444p16le", "yuva420p", "ayuv64le",
  ])
  func `black is exact and gray has no colour, whatever a frame says`(name: String) throws {
    let format = try #require(PixelFormat(name: name))
    let depth = format.components[0].depth
    for range in [ColourDescription.Range.unspecified, .limited, .full] {
      let isFull =
        switch format.model {
        case .rgb, .xyz: true
        case .gray: range != .limited
        case .yuv: range == .full
        }
      let zero = isFull ? 0 : 16 << (depth - 8)
      for primaries in [1, 2, 5, 9, 12] {
        for transfer in [1, 2, 8, 13, 14, 16, 17, 18] {
          for matrix in 0...18 {
            let description = ColourDescription(
              primaries: primaries, transfer: transfer, matrix: matrix, range: range)
            let isIdentity =
              matrix == 0 && format.components.allSatisfy { $0.horizontalShift == 0 }
            let neutral = format.model == .yuv && !isIdentity ? 128 << (depth - 8) : nil
            let black = try samples("000000", name, description)
            #expect(black.first == zero)
            #expect(black.dropFirst().allSatisfy { $0 == neutral ?? zero })
            if let neutral {
              let gray = try samples("9c9c9c", name, description)
              #expect(gray[0] > zero && gray[1...] == [neutral, neutral])
            }
          }
        }
      }
    }
  }

  @Test(arguments: [
    "yuv444p", "yuv420p", "yuyv422", "nv12", "yuv420p10le", "yuv422p12le", "yuv444p16le", "p010le",
  ])
  func `libswscale makes the same of RGB`(name: String) throws {
    let converter = FrameConverter(to: try #require(PixelFormat(name: name)))
    for colour in Self.colours {
      var converted = try converter.convert(plain("rgb24", bytes(of: colour)))
      let description = converted.colourDescription
      let picture = Picture(&converted)
      let code = try samples(colour, name, description)
      for component in code.indices {
        // The conversion counts in steps of 8 bits.
        let step = 1 << (converted.format.components[component].depth - 8)
        #expect(abs(picture[component, 0, 0] - code[component]) <= step)
      }
    }
  }

  @Test(arguments: ["yuv444p", "yuv420p", "nv12", "yuv444p10le", "p010le", "yuv422p12le"])
  func `libswscale makes RGB of it again`(name: String) throws {
    let converter = FrameConverter(to: try #require(PixelFormat(name: "rgb24")))
    for matrix in [1, 4, 6, 7, 9] {
      for range in [ColourDescription.Range.limited, .full] {
        let description = ColourDescription(matrix: matrix, range: range)
        for colour in Self.colours {
          var frame = try plain(name, samples(colour, name, description))
          frame.colourDescription = description
          var converted = try converter.convert(frame)
          let picture = Picture(&converted)
          for (component, value) in try bytes(of: colour).enumerated() {
            #expect(abs(picture[component, 0, 0] - value) <= 2)
          }
        }
      }
    }
  }

  @Test(arguments: [
    ("yuv420p", 2), ("yuv444p10le", 1), ("yuv422p12le", 1), ("yuv444p16le", 1),
  ])
  func `the equations of the standards lead back to the colour`(name: String, most: Int) throws {
    let depth = try #require(PixelFormat(name: name)).components[0].depth
    let weights = [
      1: (0.2126, 0.0722), 4: (0.30, 0.11), 5: (0.299, 0.114), 6: (0.299, 0.114),
      7: (0.212, 0.087), 9: (0.2627, 0.0593),
    ]
    for isFull in [false, true] {
      for colour in Self.colours {
        for (matrix, (kr, kb)) in weights {
          let description = ColourDescription(matrix: matrix, range: isFull ? .full : .limited)
          let code = Decoded(
            try samples(colour, name, description), depth: depth, isFull: isFull)
          let red = code.y + 2 * (1 - kr) * code.v
          let blue = code.y + 2 * (1 - kb) * code.u
          let green = (code.y - kr * red - kb * blue) / (1 - kr - kb)
          try expect([red, green, blue], colour, within: most)
        }
        let description = ColourDescription(matrix: 8, range: isFull ? .full : .limited)
        let code = Decoded(
          try samples(colour, name, description), depth: depth, isFull: isFull, chromaSpan: 219)
        let rest = code.y - code.u
        try expect([rest + code.v, code.y + code.u, rest - code.v], colour, within: most)
      }
    }
  }

  @Test func `constant luminance leads back to the colour`() throws {
    let description = ColourDescription(primaries: 9, transfer: 14, matrix: 10)
    for colour in Self.colours {
      // BT.2020, tables 4 and 5.
      let code = Decoded(try samples(colour, "yuv420p12le", description), depth: 12, isFull: false)
      let blue = code.y + code.u * (code.u > 0 ? 1.5816 : 1.9404)
      let red = code.y + code.v * (code.v > 0 ? 0.9936 : 1.7184)
      let (y, r, b) = (Curves.camera(code.y), Curves.camera(red), Curves.camera(blue))
      let green = Curves.cameraSignal((y - 0.2627 * r - 0.0593 * b) / 0.6780)
      let light = Curves.narrow([red, green, blue].map(Curves.display))
      try expect(light.map(Curves.displaySignal), colour, within: 2)
    }
  }

  @Test func `PQ leads back to the colour, with white of 203 candelas`() throws {
    let description = ColourDescription(primaries: 9, transfer: 16, matrix: 9)
    for colour in Self.colours {
      let code = try samples(colour, "gbrp16le", description).map { Double($0) / 65535 }
      let light = Curves.narrow(code.map { Curves.perceptual($0) / 203 })
      try expect(light.map(Curves.displaySignal), colour, within: 1)
    }
  }

  @Test func `HLG leads back to the colour on a display of 1000 candelas`() throws {
    let description = ColourDescription(primaries: 9, transfer: 18, matrix: 9)
    for colour in Self.colours {
      let scene = try samples(colour, "gbrp16le", description).map {
        Curves.hybrid(Double($0) / 65535)
      }
      let luminance = 0.2627 * scene[0] + 0.6780 * scene[1] + 0.0593 * scene[2]
      let light = scene.map { luminance > 0 ? 1000 * Curves.power(luminance, 0.2) * $0 / 203 : 0 }
      try expect(Curves.narrow(light).map(Curves.displaySignal), colour, within: 1)
    }
  }

  @Test func `digital cinema leads back to the colour`() throws {
    for colour in Self.colours {
      let code = try samples(colour, "xyz12le", ColourDescription(range: .limited))
      let xyz = code.map { Curves.power(Double($0) / 4095, 2.6) * 52.37 / 48 }
      let (x, y, z) = (xyz[0], xyz[1], xyz[2])
      // IEC 61966-2-1.
      let light = [
        3.2406 * x - 1.5372 * y - 0.4986 * z, -0.9689 * x + 1.8758 * y + 0.0415 * z,
        0.0557 * x - 0.2040 * y + 1.0570 * z,
      ]
      // In 12 bits a dark part of a bright colour is not told more finely.
      try expect(light.map(Curves.displaySignal), colour, within: 3)
    }
    // SMPTE ST 431-2: white of 48 candelas.
    #expect(try samples("ffffff", "xyz12le")[1] == 3960)
  }

  /// A cube of 125 colours.
  private static let colours: [String] = {
    let parts = ["00", "21", "80", "c7", "ff"]
    return parts.flatMap { red in
      parts.flatMap { green in parts.map { blue in red + green + blue } }
    }
  }()

  private func bytes(of colour: String) throws -> [Int] {
    let colour = try #require(RGBColour(hexadecimal: colour))
    return [colour.red, colour.green, colour.blue].map(Int.init)
  }

  private func plain(_ format: String, _ colour: [Int]) throws -> Frame {
    try Picture(format, 8, 2) { component, _, _ in colour[component] }.frame()
  }

  private func expect(_ signal: [Double], _ colour: String, within most: Int) throws {
    for (value, byte) in zip(signal, try bytes(of: colour)) {
      #expect(abs(value * 255 - Double(byte)) <= Double(most) + 0.01, "\(colour): \(signal)")
    }
  }
}
