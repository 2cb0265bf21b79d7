/// How faces are covered: with what, how strongly, and in which outline.
public struct RedactionStyle: Hashable, Sendable {
  /// What is painted over a face.
  public enum Fill: Hashable, Sendable {
    /// The colours of its cells, as a mosaic.
    case mosaic
    /// The same colours, smoothly run into each other.
    case blur
    /// One colour.
    case solid(RGBColour)

    /// Whether what is painted depends on the picture.
    public var showsCells: Bool {
      switch self {
      case .mosaic, .blur: true
      case .solid: false
      }
    }
  }

  /// The outline of a cover.
  public enum Shape: Hashable, Sendable {
    /// The ellipse that fills the grown face box, with a soft edge.
    case ellipse
    /// The grown face box itself, with a hard edge.
    case rectangle
  }

  /// What is painted.
  public var fill = Fill.mosaic
  /// Side of one cell in pixels of the upright frame, 1 or more; larger is stronger, and less than
  /// 4 means 4.
  public var scale = 30
  /// At most this many cells lie across a face's shorter side, 1 or more; cells grow beyond `scale`
  /// on large faces so that this holds.
  public var cells = 6
  /// How long a cell's colour lingers, in seconds, 0 or more: it follows the mean of the cell's
  /// pixels as an exponential average of this time constant.
  public var settling = 0.15
  /// How many values a sample of a cell's colour may take, 2 or more, and of a colour difference
  /// four times as many; what lies between them is rounded.
  public var levels = 32
  /// Outline of the cover.
  public var shape = Shape.ellipse
  /// Share of the face box by which the cover is larger on each side, 0 or more.
  public var margin = 0.15
  /// Width of the ellipse's soft edge in coded pixels, 0 or more. It lies outside the ellipse,
  /// which itself is covered fully.
  public var feather = 1.0
  /// Pixels of the upright frame that one coded pixel spans along coded rows, more than 0; other
  /// than 1 where pixels are not square.
  public var pixelWidth = 1.0
  /// Pixels of the upright frame that one coded pixel spans along coded columns, more than 0.
  public var pixelHeight = 1.0

  /// The default style.
  public init() {}

  /// Whether every number is within its range.
  var isUsable: Bool {
    scale >= 1 && cells >= 1 && levels >= 2 && isLength(settling) && isLength(margin)
      && isLength(feather) && pixelWidth > 0 && pixelWidth.isFinite && pixelHeight > 0
      && pixelHeight.isFinite
  }

  private func isLength(_ number: Double) -> Bool { number >= 0 && number.isFinite }
}
