/// A file to be run on.
struct Clip {
  let name: String
  let path: String

  /// A clip from an argument `NAME=PATH`.
  init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { throw Failure(message: "'\(argument)' is not NAME=PATH") }
    (name, path) = (parts[0], parts[1])
  }
}
