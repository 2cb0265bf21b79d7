/// What went wrong, in one line.
struct Failure: Error, CustomStringConvertible {
  var message: String
  var description: String { message }
}
