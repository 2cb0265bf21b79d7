/// The place of a file below a folder: names with a slash between them, as the file system's bytes.
///
/// Names need not be UTF-8. There is at least one; none is empty, `.` or `..`, and none holds a NUL,
/// so that a path never leads out of its folder unless a link in the folder does.
public struct RelativePath: Hashable, Sendable {
  /// The path's bytes, without a slash at either end.
  public let bytes: [UInt8]

  /// A path from its bytes; `nil` where they break the rules above.
  public init?(bytes: [UInt8]) {
    let names = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard
      names.allSatisfy({ name in
        !name.isEmpty && !name.elementsEqual(".".utf8) && !name.elementsEqual("..".utf8)
          && !name.contains(0)
      })
    else { return nil }
    self.bytes = bytes
  }

  /// A path from text.
  public init?(_ text: String) { self.init(bytes: Array(text.utf8)) }

  /// The path of a name in a folder, or where that is `nil`, in the one that paths begin at; `nil`
  /// where the name breaks the rules above, or holds a slash.
  init?(name: some Collection<UInt8>, in folder: RelativePath?) {
    guard !name.isEmpty, !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8),
      !name.contains(0), !name.contains(UInt8(ascii: "/"))
    else { return nil }
    guard let folder else {
      bytes = Array(name)
      return
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(folder.bytes.count + 1 + name.count)
    bytes += folder.bytes
    bytes.append(UInt8(ascii: "/"))
    bytes += name
    self.bytes = bytes
  }

  /// The names that it is made of, at least one.
  public var names: [ArraySlice<UInt8>] { bytes.split(separator: UInt8(ascii: "/")) }

  /// The last name.
  public var name: ArraySlice<UInt8> {
    bytes.suffix(from: bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)
  }

  /// The folder that it lies in; `nil` where that is the folder it begins at.
  public var folder: RelativePath? {
    bytes.lastIndex(of: UInt8(ascii: "/")).flatMap { RelativePath(bytes: Array(bytes[..<$0])) }
  }

  /// What stands behind the last dot of the name, where that is plain: at most ten ASCII letters and
  /// digits; `nil` otherwise.
  public var ending: String? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return nil }
    let ending = name[(dot + 1)...]
    let isPlain = ending.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        true
      default: false
      }
    }
    guard isPlain, (1...10).contains(ending.count) else { return nil }
    return String(decoding: ending, as: UTF8.self)
  }

  /// The path with something more at the end of its name, such as `.mkv`.
  public func appending(_ suffix: String) -> RelativePath? {
    RelativePath(bytes: bytes + Array(suffix.utf8))
  }
}

extension RelativePath: Comparable {
  /// By bytes.
  public static func < (left: RelativePath, right: RelativePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension RelativePath: CustomStringConvertible {
  /// The path as messages show it: bytes that are not UTF-8, and control characters, as `\xNN`.
  public var description: String { printable(bytes) }
}

/// A name's bytes as messages show them: what is not UTF-8, and control characters, as `\xNN`.
func printable(_ bytes: some Sequence<UInt8>) -> String {
  func escaped(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return "\\x\(digits.count == 1 ? "0" : "")\(digits)"
  }
  let bytes = Array(bytes)
  var text = ""
  var index = bytes.startIndex
  while index < bytes.endIndex {
    // A scalar takes at most four bytes; the shortest run that is one whole scalar is it.
    let scalar = (1...4).lazy.compactMap { length -> (Unicode.Scalar, Int)? in
      guard index + length <= bytes.endIndex,
        let whole = String(validating: bytes[index..<index + length], as: UTF8.self),
        let scalar = whole.unicodeScalars.first, whole.unicodeScalars.count == 1
      else { return nil }
      return (scalar, length)
    }.first
    if let (scalar, length) = scalar, scalar.properties.generalCategory != .control {
      text.unicodeScalars.append(scalar)
      index += length
    } else {
      text += escaped(bytes[index])
      index += 1
    }
  }
  return text
}
