/// What the first picture of a video stream says of the stream, found out in advance.
struct FirstPicture: Sendable {
  /// How the pictures are turned to stand upright; `nil` where they don't say.
  let orientation: Orientation?
  /// Whether `orientation` says all that they do: no other angle.
  let isExact: Bool
  /// What a still picture's file says beside its pixels; `nil` for footage.
  let header: StillHeader?
}
