public import Media

/// Something that finds the faces in one picture.
///
/// A detector keeps the memory for a picture and its results from call to call, so calls that
/// overlap wait for each other: give every stage that detects its own.
public protocol FaceDetector: AnyObject, Sendable {
  /// The size of the pictures that it takes, in pixels.
  var inputSize: PixelSize { get }

  /// The faces in an upright picture of `inputSize`, the surest first.
  ///
  /// Boxes and landmarks are in pixels of `picture`, and boxes lie within it. Throws where the
  /// picture could not be looked at, so that an empty result always means that no face was found.
  func faces(in picture: RGBPicture) throws -> [Face]
}
