import Media
import Redaction

/// A kind of cover that the product has.
enum CoverKind: String, CaseIterable {
  case mosaic
  case blur
  case solid
}

/// Paints one kind of cover with the product's default settings.
///
/// All that depends on how a kind of cover is asked for is in this file.
struct CoverPainter {
  private var redactor: Redactor
  private var time = 0.0

  init(_ kind: CoverKind) {
    var style = RedactionStyle()
    style.margin = 0.2  // The default of the command line.
    style.fill =
      switch kind {
      case .mosaic: .mosaic
      case .blur: .blur
      case .solid: .solid(.black)
      }
    redactor = Redactor(style: style)
  }

  /// Covers the faces of a stream's next frame.
  mutating func paint(_ covers: [Cover], on picture: Picture) throws {
    try redactor.paint(covers, on: &picture.frame, at: time)
    time += 0.04
  }

  /// What a cover of a face reaches, in pixels of the frame.
  func reach(of cover: Cover) -> Box {
    let box = cover.face.grown(by: redactor.style.margin)
    let feather = redactor.style.feather
    return Box(
      x: box.x - feather, y: box.y - feather, width: box.width + 2 * feather,
      height: box.height + 2 * feather)
  }
}
