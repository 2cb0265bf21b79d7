import FaceTracking
import Media
public import Redaction

/// How one piece of footage is anonymized: every setting of an `AnonymizationJob`.
public struct Configuration: Hashable, Sendable {
  /// What a face is covered with.
  public enum Style: String, CaseIterable, Sendable {
    /// The face in cells of one colour each.
    case mosaic
    /// The same colours, run into each other.
    case blur
    /// One colour.
    case solid
  }

  /// The outline of the cover over a face.
  public enum Shape: String, CaseIterable, Sendable {
    /// The ellipse that fills the grown face box.
    case ellipse
    /// The grown face box itself.
    case rectangle
  }

  /// How closely frames are looked at for faces.
  public enum Detail: String, CaseIterable, Sendable {
    /// At one size, often enough for faces near the camera.
    case fast
    /// At two sizes in turn, turned now and then, and again closely where a face is out of sight.
    case balanced
    /// At all of that and larger sizes, many times as often.
    case thorough
  }

  /// The codec of the output's video.
  public enum VideoCodec: String, CaseIterable, Sendable {
    /// The input's own codec where it can be encoded and the container holds it, else H.264.
    case auto
    /// H.264 (AVC).
    case h264
    /// H.265 (HEVC).
    case hevc
    /// AV1.
    case av1
    /// VP9.
    case vp9
    /// FFV1, lossless.
    case ffv1
    /// Apple ProRes.
    case prores
    /// Motion JPEG.
    case mjpeg
  }

  /// What happens to groups of pictures in which no face is found.
  public enum CleanGroups: String, CaseIterable, Sendable {
    /// They are copied where input and output are H.264 and its structure permits, else encoded.
    case auto
    /// The same; where none can be copied that is told.
    case always
    /// They are encoded like all others.
    case never
  }

  /// What happens to the input's audio.
  public enum Audio: String, CaseIterable, Sendable {
    /// Its packets go through unchanged; where the output's container cannot hold them, it is
    /// re-encoded.
    case copy
    /// It is left out.
    case drop
  }

  /// What goes through of metadata: of texts about the footage, and of tracks of data.
  public enum MetadataHandling: String, CaseIterable, Sendable {
    /// What playback and sorting need: rotation, languages, chapters, the time of creation.
    case minimal
    /// Everything that the output's container can hold and that is no picture: also places,
    /// devices, people and free texts.
    case keep
    /// Nothing but what playback needs, such as rotation.
    case none
  }

  /// How an output is read again before it is published.
  public enum Check: String, CaseIterable, Sendable {
    /// Its frames are counted as packets.
    case packets
    /// Its frames are decoded and counted.
    case frames
  }

  /// What damage to the input does.
  public enum DamageHandling: String, CaseIterable, Sendable {
    /// It ends the job, and no output is left.
    case stop
    /// The job goes on; frames that are damaged are covered as a whole.
    case skip
  }

  /// A private option of the video encoder or of the input, as libav names it.
  public struct PrivateOption: Hashable, Sendable {
    /// The option's name, such as `tune`.
    public var name: String
    /// The value in libav's own notation.
    public var value: String

    /// An option from its name and value.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// What a face is covered with.
  public var style = Style.mosaic
  /// The colour that the style `solid` covers with; `nil` is black.
  public var colour: RGBColour?
  /// Side of one mosaic cell in pixels of the upright frame, 2...1000; larger is stronger.
  public var scale = 30
  /// At most this many cells lie across a face's shorter side, 1...8; cells grow beyond `scale` on
  /// large faces so that this holds.
  public var cells = 6
  /// Outline of the cover.
  public var shape = Shape.ellipse
  /// Width of the ellipse's soft edge in coded pixels, 0...100; it lies outside of what is covered
  /// fully.
  public var feather = 1.0
  /// Share of the face box by which the cover is larger on each side, 0...2.
  public var margin = 0.2
  /// How closely frames are looked at for faces.
  public var detail = Detail.balanced
  /// Least detection score that starts a track, 0...1.
  public var threshold = 0.3
  /// How far a new track is drawn back, in seconds, 0...5.
  public var lookahead = 0.5
  /// How long a lost track is still covered, in seconds, 0...10.
  public var hold = 0.5
  /// Codec of the output's video.
  public var codec = VideoCodec.auto
  /// libavcodec's name of the encoder to use, such as `libx264`; `nil` leaves the choice to
  /// `codec`.
  public var encoder: String?
  /// Constant quality in the encoder's own scale; `nil` means visually lossless.
  public var crf: Double?
  /// The encoder's preset; `nil` means the project's default for that encoder.
  public var preset: String?
  /// Private options for the encoder, set last.
  public var encoderOptions: [PrivateOption] = []
  /// What happens to groups of pictures in which no face is found.
  public var copyClean = CleanGroups.auto
  /// What happens to audio.
  public var audio = Audio.copy
  /// What goes through of metadata.
  public var metadata = MetadataHandling.minimal
  /// What damage to the input does.
  public var damaged = DamageHandling.stop
  /// libavformat's name of the output's container, such as `matroska`; `nil` leaves it to the
  /// output's name.
  public var format: String?
  /// libavformat's name of the input's container or device, such as `v4l2`; `nil` leaves it to the
  /// input's content.
  public var inputFormat: String?
  /// Private options of the input's demuxer or protocol, such as `video_size` of a camera.
  public var inputOptions: [PrivateOption] = []
  /// Seconds of the footage after which it is taken to end; `nil` takes all of it.
  public var duration: Double?
  /// The file that a report of the faces is written to, `-` for standard output; `nil` writes none.
  public var report: String?
  /// A report whose faces are covered instead of looking for any, `-` for standard input; `nil`
  /// looks for faces.
  public var detections: String?
  /// How the output is read again before it is published, where it is a file.
  public var check = Check.packets
  /// Whether the output is compared with the input before it is published: by a detector and, where
  /// faces were covered, by what is left of them. Both must be files that can be read again.
  public var verify = false
  /// The file that a trace of the work is written to, `-` for standard output; `nil` writes none.
  ///
  /// It says when each stage worked and when it waited, as JSON in Chrome's Trace Event Format, and
  /// nothing of what the footage shows. It is left behind by a job that fails, too.
  public var trace: String?
  /// Whether an existing output, report or trace may be replaced.
  public var overwrite = false
  /// Upper bound of worker threads for decoding, detecting and encoding each; `nil` means all
  /// cores.
  public var threads: Int?

  /// The default settings.
  public init() {}
}

extension Configuration.MetadataHandling {
  var policy: MetadataPolicy {
    switch self {
    case .minimal: .minimal
    case .keep: .keep
    case .none: .none
    }
  }
}

extension Configuration.PrivateOption {
  var libav: LibavOption { LibavOption(name: name, value: value) }
}

extension Configuration {
  var trackingParameters: TrackingParameters {
    var parameters = TrackingParameters(startScore: Float(threshold))
    parameters.lookahead = lookahead
    parameters.hold = hold
    return parameters
  }

  var redactionStyle: RedactionStyle {
    var style = RedactionStyle()
    style.fill =
      switch self.style {
      case .mosaic: .mosaic
      case .blur: .blur
      case .solid: .solid(colour ?? .black)
      }
    style.scale = scale
    style.cells = cells
    style.shape = shape == .ellipse ? .ellipse : .rectangle
    style.margin = margin
    style.feather = feather
    return style
  }

  var encoderSettings: EncoderSettings {
    var settings = EncoderSettings()
    settings.codecName = codec == .auto ? nil : codec.rawValue
    settings.encoderName = encoder
    settings.quality = crf
    settings.preset = preset
    settings.options = encoderOptions.map(\.libav)
    settings.keepsUserData = metadata == .keep
    settings.threads = threads ?? 0
    return settings
  }
}
