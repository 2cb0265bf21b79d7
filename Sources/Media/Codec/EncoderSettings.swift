/// What is asked of a video encoder.
public struct EncoderSettings: Hashable, Sendable {
  /// libavcodec's name of the coding to write, such as `hevc`; `nil` keeps the source's where it
  /// can be encoded and the container holds it, else takes H.264 or the container's own choice.
  public var codecName: String?
  /// libavcodec's name of the encoder, such as `libx264`; goes before `codecName`.
  public var encoderName: String?
  /// Constant quality on the encoder's own scale; `nil` means visually lossless.
  public var quality: Double?
  /// The encoder's preset; `nil` means this project's choice.
  public var preset: String?
  /// Private options, set after everything else.
  public var options: [LibavOption] = []
  /// Whether texts that cameras put between the coded pictures, as unregistered user data, go
  /// through where the encoder can write them.
  public var keepsUserData = false
  /// Whether each frame is to come out as soon as it can, at some cost in size.
  public var isLive = false
  /// What the coded pictures keep to where they are to stand beside the source's own.
  var form: CodedForm?
  /// Upper bound of encoding threads; 0 leaves the number to the encoder.
  public var threads = 0

  /// Whether the encoder is chosen by the source, so that it may be one that others of the settings
  /// were not meant for.
  var isOpenToAny: Bool { codecName == nil && encoderName == nil }

  /// The source's coding, visually lossless.
  public init() {}
}
