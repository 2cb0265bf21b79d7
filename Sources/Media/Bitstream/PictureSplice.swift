import CFFmpeg

/// Puts coded pictures of an H.264 stream as they are beside pictures that are coded anew, in one
/// stream.
///
/// Both kinds have parameter sets of their own under different numbers, which the stream's header
/// holds together. All packets are framed alike.
public struct PictureSplice: Sendable {
  /// What a packet of the source is to the group of pictures that it belongs to.
  public enum Role: Hashable, Sendable {
    /// It begins a group that needs nothing of what comes before it.
    case begins
    /// It goes on with a group.
    case continues
    /// It cannot be copied, nor what comes after it, for the reason given.
    case bars(String)
  }

  private let source: MediaStream
  private let sets: ParameterSets
  private let form: CodedForm
  private let keepsTexts: Bool
  // Transport streams have their own, and their muxer repeats the header before each group.
  private let framing: NALFraming

  /// A splice for a stream that goes into a container by an encoder's settings.
  ///
  /// - Throws: `MediaError.Code.unsupported` with the reason where its pictures cannot be copied.
  public init(
    source: MediaStream, container: OutputContainer, settings: EncoderSettings
  ) throws(MediaError) {
    func bar(_ reason: String) -> MediaError { MediaError(.unsupported, reason) }
    switch source.codec {
    case AV_CODEC_ID_H264: break
    case AV_CODEC_ID_HEVC:
      throw bar("HEVC cannot be copied in part: x265 cannot number its parameter sets")
    default: throw bar("only H.264 pictures can be copied beside new ones")
    }
    guard settings.encoderName ?? "libx264" == "libx264", settings.codecName ?? "h264" == "h264",
      container.holds(AV_CODEC_ID_H264)
    else { throw bar("it goes into another coding") }
    guard let encoder = avcodec_find_encoder_by_name("libx264") else {
      throw bar("this build of libavcodec has no x264")
    }
    guard container.isQuickTimeFamily || ["matroska", "mpegts", "flv"].contains(container.name)
    else { throw bar("\(container.name) files have no place for two sets of parameters") }
    guard !settings.isLive else { throw bar("it comes as it happens") }
    let parameters = source.codecParameters.pointer.pointee
    guard cffmpeg_encoder_takes(encoder, parameters.format) != 0 else {
      throw bar("x264 does not take its pixel format")
    }
    guard let sets = ParameterSets(header: source.codecParameters.header), let ids = sets.ids else {
      throw bar("its header has no parameter sets")
    }
    let sequences = sets.sequences.compactMap { SequenceParameters($0) }
    guard let first = sequences.first, let profile = PictureSplice.profile(first.profile),
      sequences.allSatisfy({ $0.profile == first.profile })
    else { throw bar("x264 has no such profile") }
    guard sets.holdPicturesOnce else { throw bar("it may hold pictures twice") }
    guard let id = (0..<32).first(where: { !ids.contains($0) }) else {
      throw bar("it leaves no number for other parameter sets")
    }
    let rate = source.frameRate ?? Rational(25, 1)
    form = CodedForm(
      profile: profile, level: first.level,
      referenceFrames: sequences.map(\.referenceFrames).min() ?? 1,
      reorderedFrames: Int(max(0, parameters.video_delay)),
      codesFields: sequences.contains(where: \.codesFields),
      hasCoarseClock: rate.inverse.rescale(1, to: source.timeBase) < 8, parameterSetID: id)
    self.source = source
    self.sets = sets
    keepsTexts = settings.keepsUserData
    framing = container.name == "mpegts" ? .startCodes : .lengths(bytes: 4)
  }

  /// Pictures by which the source's decoding runs ahead of showing.
  public var reorderedFrames: Int { form.reorderedFrames }

  /// The settings with what the new pictures have to keep to.
  public func matched(_ settings: EncoderSettings) -> EncoderSettings {
    var settings = settings
    settings.form = form
    return settings
  }

  /// What the stream's header says: the source's parameter sets, and those of an encoder that was
  /// opened with `matched` settings.
  ///
  /// - Throws: `MediaError.Code.internalFault` where that encoder's make no sense.
  public func describe(_ coding: EncodedStream) throws(MediaError) -> EncodedStream {
    guard let others = ParameterSets(header: coding.parameters.header),
      others.ids == [form.parameterSetID]
    else {
      throw MediaError(.internalFault, "the encoder's parameter sets are not numbered as asked")
    }
    var coding = coding
    let header =
      framing == .startCodes ? sets.startCoded(with: others) : sets.record(with: others)
    coding.parameters = try coding.parameters.withHeader(header)
    return coding
  }

  /// What a packet of the source is to its group.
  public func role(of packet: borrowing Packet) -> Role {
    guard !packet.changesParameters else { return .bars("its parameters change") }
    return packet.withBytes { bytes in
      guard let units = sets.framing.units(in: bytes) else { return .bars("it is framed wrongly") }
      var role: Role?
      for unit in units {
        switch bytes[unit.lowerBound] & 0x1F {
        case 1: role = role ?? .continues
        case 5: role = role ?? .begins
        case 6: break
        // Marks of a picture's beginning, a sequence's end and the stream's, which say next to nothing.
        case 9 where unit.count <= 2: break
        case 10 where unit.count == 1, 11 where unit.count == 1: break
        case 7, 8:
          guard sets.contains(bytes[unit]) else { return .bars("its parameter sets change") }
        case 12:
          // Anything could be hidden in it.
          guard bytes[unit].dropFirst().dropLast().allSatisfy({ $0 == 0xFF }) else {
            return .bars("its filling is not empty")
          }
        default: return .bars("it has more than plain pictures")
        }
      }
      return role ?? .bars("it has packets without a picture")
    }
  }

  /// The packet of the source as it goes into the output: without the messages that the metadata
  /// policy does not let through.
  public func copy(_ packet: consuming Packet) throws(MediaError) -> Packet {
    let packet = packet
    cffmpeg_keep_playback_side_data(packet.pointer)
    var isChanged = sets.framing != framing
    let rewritten: [UInt8]? = packet.withBytes { bytes in
      guard let units = sets.framing.units(in: bytes) else { return nil }
      var kept: [UInt8] = []
      let kinds = units.map { bytes[$0.lowerBound] & 0x1F }
      // Where groups begin, transport streams say all again, behind the mark of a new picture.
      var lacksSets = framing == .startCodes && kinds.contains(5) && !kinds.contains(7)
      for unit in units {
        if lacksSets, bytes[unit.lowerBound] & 0x1F != 9 {
          for set in sets.sequences + sets.pictures { framing.append(set, to: &kept) }
          (lacksSets, isChanged) = (false, true)
        }
        guard bytes[unit.lowerBound] & 0x1F == 6 else {
          framing.append(bytes[unit], to: &kept)
          continue
        }
        let whole = Array(bytes[unit])
        let filtered = SupplementalInformation.filtered(whole, keepsTexts: keepsTexts)
        isChanged = isChanged || filtered != whole
        if let filtered { framing.append(filtered, to: &kept) }
      }
      return kept
    }
    guard let rewritten else { throw MediaError(.damaged, "has a packet that cannot be read") }
    if isChanged { try packet.replaceBytes(with: rewritten) }
    return packet
  }

  /// An encoder's packet as it goes into the output.
  public func adapt(_ packet: consuming Packet) throws(MediaError) -> Packet {
    guard framing != .startCodes else { return packet }
    let packet = packet
    let bytes: [UInt8]? = packet.withBytes { bytes in
      NALFraming.startCodes.units(in: bytes)?.reduce(into: []) {
        framing.append(bytes[$1], to: &$0)
      }
    }
    guard let bytes else {
      throw MediaError(.internalFault, "the encoder's packets are not framed by start codes")
    }
    try packet.replaceBytes(with: bytes)
    return packet
  }

  private static func profile(_ number: Int) -> String? {
    switch number {
    case 66: "baseline"
    case 77: "main"
    case 100: "high"
    case 110: "high10"
    case 122: "high422"
    case 244: "high444"
    default: nil
    }
  }
}
