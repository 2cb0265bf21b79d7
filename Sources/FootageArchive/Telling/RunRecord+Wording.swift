extension RunRecord {
  /// How it ended, in words.
  var outcome: String {
    guard finished != nil else { return "running, or was killed" }
    switch status {
    case nil: return "ended"
    case 0: return "ended well"
    case 1: return "ended; some files failed"
    case 69: return "ended: the model or the inference library was missing"
    case 70: return "ended: internal error"
    case 73: return "ended: an output could not be created"
    case 74: return "ended: reading or writing failed"
    case 75: return "ended: another run held the archive"
    case 129, 130, 143: return "was interrupted"
    case let status?: return "ended with status \(status)"
    }
  }

  /// What it did, such as `36 files done, 2 failed, 12.4 h of footage in 43 min`.
  var work: String {
    var text = "\(Figure.count(done, "file")) done, \(Figure.count(failed)) failed"
    if footageTime > 0 { text += ", \(Figure.length(footageTime)) of footage" }
    if let finished, finished >= started { text += " in \(Figure.length(finished - started))" }
    return text
  }
}
