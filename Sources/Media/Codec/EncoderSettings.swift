/// What is asked of a video encoder.
public struct EncoderSettings: Hashable, Sendable {
  /// A private option of the encoder, by libavcodec's name for it.
  public struct Option: Hashable, Sendable {
    /// The option's name, such as `tune`.
    public let name: String
    /// Its value in libavcodec's notation.
    public let value: String

    /// An option from its name and value.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// libavcodec's name of the coding to write, such as `hevc`; `nil` keeps the source's where it can
  /// be encoded and the container holds it, else takes H.264 or the container's own choice.
  public var codecName: String?
  /// libavcodec's name of the encoder, such as `libx264`; goes before `codecName`.
  public var encoderName: String?
  /// Constant quality on the encoder's own scale; `nil` means visually lossless.
  public var quality: Double?
  /// The encoder's preset; `nil` means this project's choice.
  public var preset: String?
  /// Private options, set after everything else.
  public var options: [Option] = []
  /// Whether texts that cameras put between the coded pictures, as unregistered user data, go
  /// through where the encoder can write them.
  public var keepsUserData = false
  /// Upper bound of encoding threads; 0 leaves the number to the encoder.
  public var threads = 0

  /// The source's coding, visually lossless.
  public init() {}
}
