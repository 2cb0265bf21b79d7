internal import Media

/// All that a compiled network depends on: kept networks are used only where every part is equal.
struct NetworkKey: Hashable, Sendable {
  /// Goes up with every change of an entry's form, or of what is done to a network before it is
  /// compiled.
  static let version = 2

  /// OpenVINO and its CPU plugin, by their build numbers.
  var runtime: String
  /// What OpenVINO says of the processor, and what the system does.
  var processor: String
  /// The content of the model file.
  var model: ContentDigest
  /// The size of the pictures that the network takes.
  var inputSize: PixelSize
  /// What the network is compiled with.
  var properties: [InferenceProperty]

  /// The key as lines of text; an entry ends in them.
  var text: String {
    """
    anonymize: network, form \(Self.version)
    runtime: \(runtime)
    processor: \(processor)
    model: \(model.text)
    input: \(inputSize)
    properties: \(properties.map { "\($0.name)=\($0.value)" }.joined(separator: " "))

    """
  }

  /// The name of the file that such a network is kept in.
  var fileName: String { ContentDigest(of: text).text + NetworkEntry.suffix }
}
