#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// What the system says of the kind of processor that it runs on.
enum ProcessorIdentity {
  /// The fields of `/proc/cpuinfo` that tell one kind from another, on x86 and ARM: the others
  /// change from moment to moment or count what is there.
  private static let fields: Set<Substring> = [
    "vendor_id", "cpu family", "model", "model name", "stepping", "flags",
    "CPU implementer", "CPU architecture", "CPU variant", "CPU part", "CPU revision", "Features",
  ]

  /// The first processor's kind and abilities as one line; empty where the system does not say.
  static func current() -> String {
    // The file is made as it is read, which takes long on machines with many processors.
    withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 1) { bytes in
      let file = open("/proc/cpuinfo", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return "" }
      defer { close(file) }
      let count = read(file, bytes.baseAddress, bytes.count)
      guard count > 0 else { return "" }
      return summary(of: String(decoding: bytes[..<count], as: UTF8.self))
    }
  }

  /// The same from a text in the form of `/proc/cpuinfo`.
  static func summary(of text: String) -> String {
    var parts: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      // An empty line ends what is said of a processor.
      if line.isEmpty, !parts.isEmpty { break }
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = line[..<colon].split(separator: "\t", maxSplits: 1).first ?? ""
      let trimmed = name.last == " " ? name.dropLast() : name
      if fields.contains(trimmed) { parts.append("\(trimmed)\(line[colon...])") }
    }
    return parts.joined(separator: "; ")
  }
}
