public import Media

/// One face to hide in one frame.
public struct Cover: Hashable, Sendable {
  /// The track that the face belongs to: covers of one track share one mosaic grid over time. Below
  /// 0 it is of none, and has nothing to do with other covers.
  public var trackID: Int
  /// The face itself, not yet grown by a margin, in coded pixels of the frame; it may lie partly or
  /// wholly outside the frame.
  public var face: Box

  /// A cover from its track and the face's box in coded pixels.
  public init(trackID: Int, face: Box) {
    self.trackID = trackID
    self.face = face
  }

  /// An order of covers by what they are.
  func precedes(_ other: Cover) -> Bool {
    if trackID != other.trackID { return trackID < other.trackID }
    return (face.x, face.y, face.width, face.height)
      < (other.face.x, other.face.y, other.face.width, other.face.height)
  }
}
