/// An error as one line: what it concerns, what went wrong, its cause, what to do.
package func errorLine(
  path: String?, _ message: String, cause: String?, advice: String?
) -> String {
  var line = path.map { "\($0): " } ?? ""
  line += message
  if let cause { line += " (\(cause))" }
  if let advice { line += "; \(advice)" }
  return String(line.map { $0.isNewline ? " " : $0 })
}
