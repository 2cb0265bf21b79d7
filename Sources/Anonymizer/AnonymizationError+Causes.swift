import FaceDetection
import Glibc
import Media
import Redaction

extension AnonymizationError {
  /// Does a part of the work that reads the input; its errors come out as the user should see them.
  static func reading<Result>(path: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw ofReading(error, path: path) }
  }

  /// Does a part of the work that looks at frames or paints them, likewise.
  static func examining<Result>(path: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw ofExamining(error, path: path) }
  }

  /// Does a part of the work that writes the output, likewise. What is wrong with the times of
  /// copied packets shows only here, so the input may be at fault.
  static func writing<Result>(
    path: String, from input: String, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as MediaError where error.code == .damaged {
      throw ofReading(error, path: input)
    } catch {
      throw ofWriting(error, path: path)
    }
  }

  private static func ofTransfer(_ error: MediaError, path: String) -> AnonymizationError {
    AnonymizationError(
      ofTransfer(error.systemError), path: path, error.message,
      advice: path.contains("://")
        ? "check the address and the network" : systemAdvice(for: error.systemError),
      cause: error.cause)
  }

  /// The kind of a failure to read or write, from the POSIX error behind it.
  static func ofTransfer(_ reason: Int32) -> Code {
    [ENOSPC, EDQUOT].contains(reason) ? .fullDisk : .failedTransfer
  }

  private static func ofReading(_ error: any Error, path: String) -> any Error {
    guard let error = error as? MediaError else { return error }
    switch error.code {
    case .failedTransfer:
      return ofTransfer(error, path: path)
    case .changing:
      return AnonymizationError(
        .busy, path: path, error.message, advice: "run it again when the file is complete")
    case .internalFault, .cancelled:
      return AnonymizationError(.internalFault, path: path, error.message, cause: error.cause)
    case .missing:
      return AnonymizationError(
        .missingInput, path: path, error.message, advice: "check the name and its permissions",
        cause: error.cause)
    case .unknownName:
      return AnonymizationError(
        .usage, path: path, error.message, advice: "check the names and options of the input",
        cause: error.cause)
    default:
      return AnonymizationError(
        .damagedInput, path: path, error.message, advice: "check the file with a player",
        cause: error.cause)
    }
  }

  private static func ofExamining(_ error: any Error, path: String) -> any Error {
    switch error {
    case let error as DetectionError:
      let isMissing =
        error.code == .runtimeMissing || error.code == .modelMissing || error.code == .modelInvalid
      return AnonymizationError(
        isMissing ? .missingRuntime : .internalFault, path: isMissing ? nil : path, error.message,
        advice: error.advice, cause: error.cause)
    case let error as RedactionError:
      return AnonymizationError(.damagedInput, path: path, error.description)
    case is MediaError:
      return ofReading(error, path: path)
    default:
      return error
    }
  }

  private static func ofWriting(_ error: any Error, path: String) -> any Error {
    guard let error = error as? MediaError else { return error }
    switch error.code {
    case .failedTransfer:
      return ofTransfer(error, path: path)
    case .unknownName:
      return AnonymizationError(
        .usage, path: path, error.message, advice: "correct --preset or --encoder-option",
        cause: error.cause)
    case .unencodable:
      return AnonymizationError(
        .usage, path: path, error.message,
        advice: "choose another output name, --codec or --encoder", cause: error.cause)
    default:
      return AnonymizationError(.internalFault, path: path, error.message, cause: error.cause)
    }
  }
}
