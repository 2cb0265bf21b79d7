/// A text as HTML shows it, in elements and in quoted attributes: control characters as `\xNN`.
func escapedHTML(_ text: String) -> String {
  var result = "".unicodeScalars
  for scalar in printable(text).unicodeScalars {
    switch scalar {
    case "&": result += "&amp;".unicodeScalars
    case "<": result += "&lt;".unicodeScalars
    case ">": result += "&gt;".unicodeScalars
    case "\"": result += "&quot;".unicodeScalars
    case "'": result += "&#39;".unicodeScalars
    default: result.append(scalar)
    }
  }
  return String(result)
}

/// A name of a file, set apart so that one in a script that runs from right to left moves nothing
/// around it.
func nameHTML(_ name: String) -> String { "<bdi class=\"name\">\(escapedHTML(name))</bdi>" }
