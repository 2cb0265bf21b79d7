/// A setting of one encoder, demuxer or protocol, by libav's name for it.
public struct LibavOption: Hashable, Sendable {
  /// The option's name, such as `tune`.
  public let name: String
  /// Its value in libav's notation.
  public let value: String

  /// An option from its name and value.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
