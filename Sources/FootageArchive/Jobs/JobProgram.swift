/// The program that does the jobs of an archive, each in a process of its own.
///
/// Its command line is that of `anonymize`: the arguments given here, then `--progress json`,
/// `--check frames`, `--`, the input and the output. On standard error it tells what
/// `--progress json` promises.
public struct JobProgram: Hashable, Sendable {
  /// Environment variable by which a job is told the number of the descriptor that ends when the
  /// archive's own process does, so that it ends too.
  public static let lifelineVariable = "ANONYMIZE_LIFELINE"

  /// Path of the executable.
  public var executable: String
  /// What a job's process takes as the name by which it was called; `nil` is the executable's path.
  public var name: String?
  /// The settings, as arguments.
  public var arguments: [String]
  /// What stands in front of the paths of an original and its output to have them compared; `nil`
  /// where outputs that a repair finds are taken as they are.
  public var verification: [String]?
  /// Most threads of all jobs that run at once.
  public var threads: Int
  /// Digest of everything that changes what a job makes: settings, versions, network.
  public var fingerprint: String
  /// What the fingerprint was made of, for people to read.
  public var settings: String
  /// The program's version.
  public var version: String

  /// A program from its parts.
  public init(
    executable: String, name: String? = nil, arguments: [String], verification: [String]?,
    threads: Int,
    fingerprint: String, settings: String,
    version: String
  ) {
    self.executable = executable
    self.name = name
    self.arguments = arguments
    self.verification = verification
    self.threads = threads
    self.fingerprint = fingerprint
    self.settings = settings
    self.version = version
  }
}
