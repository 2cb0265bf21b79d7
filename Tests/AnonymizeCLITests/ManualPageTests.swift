import Testing

@testable import AnonymizeCLI

@Suite struct ManualPageTests {
  private var lines: [Substring] {
    ManualPage.text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test func `the sections come in the order that manual pages have`() {
    #expect(
      lines.filter { $0.hasPrefix(".SH ") }.map { $0.dropFirst(4) } == [
        "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "ARCHIVES", "EXIT STATUS", "ENVIRONMENT",
        "FILES", "EXAMPLES", "SEE ALSO",
      ])
    #expect(
      lines.first == ".TH ANONYMIZE 1 2026-11-30 \"\(VersionText.line)\" \"User Commands\"")
    #expect(ManualPage.text.hasSuffix("\n") && !ManualPage.text.hasSuffix("\n\n"))
  }

  @Test func `every command has its line`() {
    for command in Command.all { #expect(lines.contains { $0 == Roff.usage(command) }) }
    #expect(
      Roff.usage(.archivePlan)
        == #"\fBanonymize archive plan\fR [\fIoptions\fR] \fISOURCE\fR \fIDESTINATION\fR"#)
    #expect(
      Roff.usage(.archiveReport)
        == #"\fBanonymize archive report\fR [\fIoptions\fR] \fB\-\-html\fR \fIFILE\fR "#
        + #"\fIDESTINATION\fR"#)
  }

  @Test func `every option is in its group with its default`() throws {
    for group in Option.Group.allCases {
      let start = try #require(lines.firstIndex { $0 == ".SS \(group.rawValue)" })
      let end = lines[(start + 1)...].firstIndex { $0.hasPrefix(".S") } ?? lines.endIndex
      let labels = lines[start..<end].indices.filter { lines[$0] == ".TP" }.map { lines[$0 + 1] }
      let options = OptionTable.options.filter { $0.group == group }
      #expect(labels == options.map { Substring(Roff.label($0)) })
    }
    #expect(ManualPage.text.contains(#"\fB\-q\fR, \fB\-\-quiet\fR"#))
    #expect(ManualPage.text.contains(#"\fB\-\-shape\fR ellipse|rectangle"#))
    #expect(ManualPage.text.contains("How closely frames are looked at; closer finds more"))
  }

  @Test func `every exit status and environment variable is there`() {
    for (statuses, _) in ExitStatus.meanings {
      let numbers = statuses.map { "\($0.rawValue)" }.joined(separator: ", ")
      #expect(lines.contains { $0 == "\\fB\(numbers)\\fR" })
    }
    for name in ["ANONYMIZE_CACHE", "ANONYMIZE_MODEL", "ANONYMIZE_RUNTIME"] {
      #expect(lines.contains { $0 == "\\fB\(name)\\fR" })
    }
  }

  @Test func `no text is taken for a request, and no line is empty`() {
    let requests: Set = [
      ".TH", ".SH", ".SS", ".P", ".TP", ".br", ".RS", ".RE", ".nf", ".fi", ".BR",
    ]
    for line in lines.dropLast() {
      #expect(!line.isEmpty)
      #expect(!line.hasPrefix("'"))
      if line.hasPrefix(".") {
        #expect(requests.contains(line.split(separator: " ").first.map(String.init) ?? ""))
      }
    }
  }

  @Test func `text keeps the characters that can be copied`() {
    #expect(Roff.escaped(#"a-b 'c' \d ~`^"#) == #"a\-b \(aqc\(aq \ed \(ti\(ga\(ha"#)
    #expect(
      Roff.text("with --style solid, or -q.") == #"with \fB\-\-style\fR solid, or \fB\-q\fR."#)
    #expect(Roff.text("a - b (--x)") == #"a \- b (\fB\-\-x\fR)"#)
    #expect(Roff.text(".5 is a number") == #"\&.5 is a number"#)
    #expect(Roff.example(["a  b", ".c"]) == [".RS 4", ".nf", "a  b", #"\&.c"#, ".fi", ".RE"])
  }
}
