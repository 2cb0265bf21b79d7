import Media

/// Where the faces of one picture are, as people marked them.
struct Truth {
  /// In pixels of the picture.
  var boxes: [Box]
  /// Indices of boxes that count neither way, such as those too small to be sure of.
  var ignored: Set<Int> = []

  /// How many faces count.
  var count: Int { boxes.count - ignored.count }
}
