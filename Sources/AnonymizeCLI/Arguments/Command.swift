/// One row of the table of commands: what the program can be told to do.
struct Command: Hashable, Sendable {
  /// The words that stand before the operands; none for what is done without one.
  let words: [String]
  /// What its operands are called.
  let operands: [String]
  /// Whether its operands are folders; they are files otherwise.
  var takesFolders = false
  /// What it does, in a few words without a full stop.
  let summary: String
  /// The groups of options that it takes, but for those that `except` names.
  let groups: Set<Option.Group>
  /// Names of options of those groups that it does not take.
  var except: Set<String> = []
  /// Names of options of other groups that it takes too.
  var also: Set<String> = []
  /// Names of options that it can't do without.
  var needs: Set<String> = []

  /// What messages call it.
  var name: String { words.isEmpty ? "anonymize" : words.joined(separator: " ") }

  /// The form of its command line.
  var usage: String {
    let needed = OptionTable.options.filter { needs.contains($0.name) }.map(\.label)
    return (["anonymize"] + words + ["[options]"] + needed + operands).joined(separator: " ")
  }

  /// Whether an option has a meaning for it.
  func takes(_ option: Option) -> Bool {
    also.contains(option.name) || groups.contains(option.group) && !except.contains(option.name)
  }

  /// The commands whose words are those of this one and one more.
  var parts: [Command] {
    Self.all.filter { !$0.words.isEmpty && $0.words.dropLast() == words[...] }
  }

  /// The one of its parts that a word stands for.
  func part(named word: String) -> Command? { parts.first { $0.words.last == word } }
}

extension Command {
  /// Anonymizes one piece of footage.
  static let anonymize = Command(
    words: [], operands: ["INPUT", "OUTPUT"], summary: "Write the footage with every face covered",
    groups: [.cover, .finding, .output, .input, .running, .information])

  /// Finds faces and reports them.
  static let inspect = Command(
    words: ["inspect"], operands: ["INPUT"], summary: "Report the faces alone, on standard output",
    groups: [.finding, .input, .running, .information], also: ["--report", "--overwrite"])

  /// Compares anonymized footage with its original.
  static let verify = Command(
    words: ["verify"], operands: ["ORIGINAL", "ANONYMIZED"],
    summary: "Look for faces that are still shown",
    groups: [.finding, .input, .running, .information], also: ["--detections", "--overwrite"])

  /// Anonymizes what is new or changed in a folder.
  static let archive = Command(
    words: ["archive"], operands: ["SOURCE", "DESTINATION"], takesFolders: true,
    summary: "Do every new or changed file of a folder",
    groups: [.cover, .finding, .output, .running, .archive, .information],
    except: [
      "--check", "--detections", "--format", "--report", "--trace", "--tasks", "--html", "--json",
    ],
    also: ["--damaged"])

  /// Writes down what is to be done, for several runs at the same time.
  static let archivePlan = Command(
    words: ["archive", "plan"], operands: ["SOURCE", "DESTINATION"], takesFolders: true,
    summary: "List the work for several runs at once, and print their number",
    groups: archive.groups, except: archive.except.subtracting(["--tasks"]).union(["--task"]),
    also: archive.also)

  /// Makes a new ledger from what lies in the folders.
  static let archiveRepair = Command(
    words: ["archive", "repair"], operands: ["SOURCE", "DESTINATION"], takesFolders: true,
    summary: "Make a broken ledger again from the outputs",
    groups: [.cover, .finding, .output, .running, .information],
    except: ["--check", "--detections", "--format", "--report", "--trace", "--overwrite"],
    also: ["--damaged", "--include", "--exclude", "--checksum", "--log-format"])

  /// Tells how an archive is.
  static let archiveStatus = Command(
    words: ["archive", "status"], operands: ["DESTINATION"], takesFolders: true,
    summary: "Print what is done, what failed and why", groups: [.information], also: ["--json"])

  /// Tells how an archive is as a page.
  static let archiveReport = Command(
    words: ["archive", "report"], operands: ["DESTINATION"], takesFolders: true,
    summary: "Write a page about all that was done", groups: [.information], also: ["--html"],
    needs: ["--html"])

  /// The rows.
  static let all = [
    anonymize, inspect, verify, archive, archivePlan, archiveRepair, archiveStatus, archiveReport,
  ]
}
