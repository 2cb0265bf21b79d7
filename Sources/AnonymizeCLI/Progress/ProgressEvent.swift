import Anonymizer

/// What `--progress json` tells, one JSON object a line, each with its kind under `event`.
enum ProgressEvent {
  /// How far the job has come; what is unknown is left out.
  static func progress(_ progress: Progress, pace: Pace?) -> String {
    var line = JSONLine(event: "progress")
    line.add("frames", progress.frames)
    line.add("expectedFrames", progress.expectedFrames)
    line.add("footageTime", progress.footageTime)
    line.add("expectedFootageTime", progress.expectedFootageTime)
    line.add("elapsed", progress.elapsed)
    line.add("framesPerSecond", pace?.framesPerSecond)
    line.add("timesRealTime", pace?.timesRealTime)
    line.add("remaining", progress.remaining(at: pace))
    if progress.isVerifying { line.add("verifying", true) }
    return line.text
  }

  /// A warning, or with `verbose` a remark on how the work is done.
  static func message(_ kind: String, _ message: String) -> String {
    var line = JSONLine(event: kind)
    line.add("message", message)
    return line.text
  }

  /// The end of a job that published its output.
  static func done(_ outcome: Outcome) -> String {
    var line = JSONLine(event: "done")
    line.add("frames", outcome.frames)
    line.add("tracks", outcome.tracks)
    line.add("framesWithFaces", outcome.framesWithFaces)
    line.add("footageTime", outcome.footageTime)
    line.add("elapsed", outcome.elapsed)
    return line.text
  }

  /// The end of a job that published nothing, with all that its verification found.
  static func error(
    _ message: String, status: ExitStatus, code: AnonymizationError.Code,
    findings: [VerificationFinding] = []
  ) -> String {
    var line = JSONLine(event: "error")
    line.add("status", Int(status.rawValue))
    line.add("code", code.description)
    line.add("message", message)
    if !findings.isEmpty { line.add("findings", findings.map(object)) }
    return line.text
  }

  private static func object(of finding: VerificationFinding) -> JSONLine {
    var object = JSONLine()
    object.add("kind", finding.kind.rawValue)
    object.add("stream", finding.stream)
    object.add("start", finding.start)
    object.add("end", finding.end)
    if let box = finding.box {
      object.add("box", [box.x, box.y, box.width, box.height])
    }
    return object
  }
}

/// A JSON object on one line, as RFC 8259 has it; keys are written as they are given.
struct JSONLine: Sendable {
  private var members = ""

  /// The object.
  var text: String { "{\(members)}" }

  /// An object that has its kind only.
  init(event: String) {
    add("event", event)
  }

  /// An object that is empty.
  init() {}

  /// Adds a text.
  mutating func add(_ key: String, _ value: String) {
    append(key, "\"\(Self.escaped(value))\"")
  }

  /// Adds a truth value.
  mutating func add(_ key: String, _ value: Bool) {
    append(key, "\(value)")
  }

  /// Adds a whole number, or nothing.
  mutating func add(_ key: String, _ value: Int?) {
    if let value { append(key, "\(value)") }
  }

  /// Adds a number to three decimals; nothing if there is none or JSON has no way to write it.
  mutating func add(_ key: String, _ value: Double?) {
    if let value, value.isFinite { append(key, value.fixed(3)) }
  }

  /// Adds a list of finite numbers to three decimals.
  mutating func add(_ key: String, _ values: [Double]) {
    append(key, "[\(values.map { $0.fixed(3) }.joined(separator: ","))]")
  }

  /// Adds an object.
  mutating func add(_ key: String, _ object: JSONLine) {
    append(key, object.text)
  }

  /// Adds a list of objects.
  mutating func add(_ key: String, _ objects: [JSONLine]) {
    append(key, "[\(objects.map(\.text).joined(separator: ","))]")
  }

  private mutating func append(_ key: String, _ value: String) {
    members += "\(members.isEmpty ? "" : ",")\"\(key)\":\(value)"
  }

  private static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        result.append("\\")
        result.append(scalar)
      case _ where scalar.properties.generalCategory == .control:
        let code = String(scalar.value, radix: 16)
        let padding = String(repeating: "0", count: 4 - code.count)
        result += "\\u\(padding)\(code)".unicodeScalars
      default:
        result.append(scalar)
      }
    }
    return String(result)
  }
}
