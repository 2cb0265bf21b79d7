import FaceDetection
import Media

/// What tells outputs apart that were made in different ways: a digest of settings, of the program's
/// version and of its network.
public enum ResultFingerprint {
  /// The digest as 32 hexadecimal digits.
  ///
  /// - Parameter settings: in any form, as long as it is the same for equal ones.
  /// - Throws: `AnonymizationError.Code.missingRuntime` where there is no network.
  public static func of(_ settings: [String]) throws(AnonymizationError) -> String {
    do {
      let network = try DetectionFiles.located().modelDigest()
      let digest = try SHA256()
      for text in [AnonymizeVersion.current, network] + settings {
        digest.update(text.utf8)
        digest.update([0])
      }
      return String(digest.finish().prefix(32))
    } catch let error as DetectionError {
      throw AnonymizationError(
        .missingRuntime, error.message, advice: error.advice, cause: error.cause)
    } catch {
      throw AnonymizationError(
        .internalFault, "no digest can be made", cause: String(describing: error))
    }
  }
}
