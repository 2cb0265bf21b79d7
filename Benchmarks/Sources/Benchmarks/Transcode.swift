/// A clip that the product and a plain transcode encode with the very same settings of x264.
struct Transcode {
  private let product: Product
  private let clip: Clip
  private let preset: String
  private let settings: X264Settings

  /// Lets the product say what it tells the encoder, which gets files and libraries into memory.
  init(_ clip: Clip, preset: String, _ product: Product) throws {
    (self.product, self.clip, self.preset) = (product, clip, preset)
    _ = try product.run(clip.path, Self.arguments(preset: preset, copyClean: "never"))
    settings = try X264Settings(ofFile: product.output)
  }

  /// What the product is told.
  static func arguments(preset: String, copyClean: String) -> [String] {
    ["--codec", "h264", "--preset", preset, "--copy-clean", copyClean]
  }

  func runProduct(copyClean: String = "never") throws -> ProcessCost {
    try product.run(clip.path, Self.arguments(preset: preset, copyClean: copyClean))
  }

  /// Runs the plain transcode; throws where x264 says that it was told something else.
  func runPlain() throws -> ProcessCost {
    let output = "\(product.folder)/plain.mp4"
    let cost = try Benchmarks.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-y", "-i", clip.path, "-map", "0:V:0", "-map", "0:a?"]
        + ["-c:a", "copy", "-fps_mode", "passthrough", "-c:v", "libx264", "-preset", preset]
        + settings.arguments + [output], log: "\(product.folder)/plain.log")
    let plainSettings = try X264Settings(ofFile: output)
    guard plainSettings == settings else {
      throw Failure(
        message: "\(clip.path): the product tells x264 "
          + "'\(plainSettings.differences(to: settings))' where the plain transcode does not")
    }
    return cost
  }
}
