import CFFmpeg

/// Where footage comes from.
public enum InputSource: Hashable, Sendable {
  /// A regular file, by its path.
  case file(String)
  /// The process's standard input.
  case standardInput
  /// Anything else that libavformat opens by a name with a scheme, such as `rtsp://camera/stream`.
  case url(String)
  /// A device such as a camera, by the name that its driver's demuxer knows it by.
  case device(String)

  /// What a user's name for an input stands for: `-` is standard input.
  ///
  /// - Parameter format: libavformat's name of the demuxer; `nil` where it is to be found out.
  /// - Throws: `MediaError.Code.unknownName` where there is no demuxer of that name.
  public init(name: String, format: String?) throws(MediaError) {
    if let format, try InputSource.demuxer(named: format).pointee.flags & AVFMT_NOFILE != 0 {
      self = .device(name)
    } else if name == "-" {
      self = .standardInput
    } else if InputSource.scheme(of: name) != nil {
      self = .url(name)
    } else {
      self = .file(name)
    }
  }

  /// The name for messages: without the password that a URL may hold.
  public var description: String {
    switch self {
    case .file(let name), .device(let name): return name
    case .standardInput: return "standard input"
    case .url(let name):
      guard let scheme = InputSource.scheme(of: name) else { return name }
      let rest = name.dropFirst(scheme.count + 3)
      let host = rest.prefix { $0 != "/" }
      guard let at = host.lastIndex(of: "@") else { return name }
      return "\(scheme)://\(rest[rest.index(after: at)...])"
    }
  }

  /// What libavformat is to open; `nil` where it is given an open file.
  var address: String? {
    switch self {
    case .file, .standardInput: nil
    case .url(let name), .device(let name): name
    }
  }

  /// The protocols that reading may use: a playlist from the network must not read files of this
  /// machine, nor one among files the network, and a file that is named as such reads no other;
  /// `nil` for devices, which use none.
  var protocols: String? {
    switch self {
    case .file, .standardInput: return "none"
    case .device: return nil
    case .url(let name):
      let local = ["file", "crypto", "data"]
      if InputSource.scheme(of: name) == "file" { return local.joined(separator: ",") }
      let barred: Set = ["file", "pipe", "fd", "unix", "subfile", "concat", "concatf", "cache"]
      var names: [String] = []
      var iterator: UnsafeMutableRawPointer?
      while let next = avio_enum_protocols(&iterator, 0) {
        let name = String(cString: next)
        if !barred.contains(name) { names.append(name) }
      }
      return names.joined(separator: ",")
    }
  }

  /// The demuxer with a name of libavformat's; of a device where libavdevice can be loaded.
  static func demuxer(named name: String) throws(MediaError) -> UnsafePointer<AVInputFormat> {
    if let format = av_find_input_format(name) { return format }
    let hasDevices = cffmpeg_load_devices() != 0
    if let format = av_find_input_format(name) { return format }
    throw MediaError(
      .unknownName, "there is no input format '\(name)'",
      cause: hasDevices ? nil : "libavdevice, which knows devices, is not installed")
  }

  private static func scheme(of name: String) -> Substring? {
    guard let colon = name.firstIndex(of: ":"), name[colon...].hasPrefix("://") else { return nil }
    let scheme = name[..<colon]
    let isScheme =
      scheme.first?.isLetter == true
      && scheme.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
          || [0x2B, 0x2D, 0x2E].contains(byte)
      }
    return isScheme ? scheme : nil
  }
}
