import Media

/// What a detector says of one face: its box, in pixels of the picture, and its score.
struct ScoredBox {
  var box: Box
  var score: Double
}
