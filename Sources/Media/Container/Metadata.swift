import CFFmpeg

/// What goes through of the texts that a container keeps about the footage.
public enum MetadataPolicy: String, CaseIterable, Sendable {
  /// What playback and sorting need: languages and when the footage was made.
  case minimal
  /// Everything that is still true of the output and is text.
  case keep
  /// Nothing.
  case none
}

/// The texts that a container keeps about the footage or about one of its streams.
///
/// Names are compared without regard to case, as `av_dict_get` does.
public struct Metadata: Hashable, Sendable {
  /// One text with its name in libavformat's notation, such as `creation_time`.
  struct Tag: Hashable, Sendable {
    let name: String
    let value: String
  }

  /// What the texts are about.
  enum Subject {
    case footage
    case stream
    /// A file, such as a font, which subtitles know by its name.
    case attachment
  }

  /// The texts in the container's order.
  private(set) var tags: [Tag]

  init(_ tags: [Tag] = []) { self.tags = tags }

  /// What a libav dictionary holds.
  init(_ dictionary: OpaquePointer?) {
    tags = []
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
      tags.append(
        Tag(name: String(cString: next.pointee.key), value: String(cString: next.pointee.value)))
      entry = next
    }
  }

  /// The value of the tag with a name; `nil` where there is none.
  subscript(name: String) -> String? {
    tags.first { $0.name.lowercased() == name }?.value
  }

  /// What a policy lets through.
  func kept(under policy: MetadataPolicy, of subject: Subject) -> Metadata {
    let mayHoldPicture = Metadata.mayHoldPicture(tags.map(\.value))
    return Metadata(
      tags.filter { tag in
        let name = tag.name.lowercased()
        guard !(mayHoldPicture && Metadata.lettersInLongWords(of: tag.value) > 0) else {
          return false
        }
        if name == "language", !Metadata.isLanguage(tag.value) { return false }
        if subject == .attachment, Metadata.namesOfFiles.contains(name) { return true }
        return switch policy {
        case .none: false
        case .minimal: Metadata.minimal(subject).contains(name)
        case .keep: !Metadata.isOfCoding(name) && !Metadata.namesOfPictures.contains(name)
        }
      })
  }

  /// Whether texts together may hold a picture: some containers keep them so, in Base64, in one
  /// word or in lines.
  static func mayHoldPicture(_ texts: [String]) -> Bool {
    texts.reduce(0) { $0 + lettersInLongWords(of: $1) } > 1024
  }

  /// Letters in words that are longer than those of any language.
  static func lettersInLongWords(of text: String) -> Int {
    text.utf8.split(whereSeparator: { $0 <= 0x20 }).reduce(0) { sum, word in
      word.count > 40 ? sum + word.count : sum
    }
  }

  // As in BCP 47.
  private static func isLanguage(_ text: String) -> Bool {
    (2...35).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x2D
      }
  }

  private static let namesOfPictures: Set = ["metadata_block_picture", "coverart"]
  private static let namesOfFiles: Set = ["filename", "mimetype"]

  private static func minimal(_ subject: Subject) -> Set<String> {
    subject == .footage ? ["creation_time"] : ["creation_time", "language"]
  }

  // What the source's own coding and container were like, which the output's are not.
  private static func isOfCoding(_ name: String) -> Bool {
    let stem = name.prefix { $0 != "-" }
    return name.hasPrefix("_statistics")
      || [
        "major_brand", "minor_version", "compatible_brands", "encoder", "vendor_id", "alpha_mode",
        "bps", "duration", "number_of_frames", "number_of_bytes", "rotate",
      ].contains(stem)
  }
}
