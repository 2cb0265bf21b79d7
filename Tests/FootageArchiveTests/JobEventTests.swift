import Testing

@testable import FootageArchive

@Suite struct JobEventTests {
  private func event(_ line: String) -> JobEvent? { JobEvent(line: line.utf8) }

  @Test func `a job tells how it goes and how it ended`() {
    #expect(
      event(#"{"event":"progress","frames":12,"footageTime":0.5,"expectedFootageTime":2}"#)
        == .progress(JobProgress(footageTime: 0.5, expectedFootageTime: 2)))
    #expect(event(#"{"event":"warning","message":"a"}"#) == .warning("a"))
    #expect(
      event(
        #"{"event":"done","frames":3,"tracks":1,"framesWithFaces":2,"footageTime":0.1,"elapsed":2}"#
      )
        == .done(LedgerEntry.Findings(frames: 3, tracks: 1, footageTime: 0.1, elapsed: 2)))
    #expect(
      event(#"{"event":"error","status":65,"code":"noFootage","message":"m"}"#)
        == .error(status: 65, code: "noFootage", message: "m"))
  }

  @Test(arguments: [
    "", "Fatal error: out of luck", #"{"event":"note","message":"a"}"#, #"{"event":"done"}"#,
    #"{"event":"error","status":65}"#, "{",
  ])
  func `other lines are no events`(_ line: String) { #expect(event(line) == nil) }

  @Test func `progress is a share of the footage where its length is known`() {
    #expect(JobProgress(footageTime: 1, expectedFootageTime: 4).fraction == 0.25)
    #expect(JobProgress(footageTime: 9, expectedFootageTime: 4).fraction == 1)
    #expect(JobProgress(footageTime: 1, expectedFootageTime: nil).fraction == nil)
    #expect(JobProgress(footageTime: 1, expectedFootageTime: 0).fraction == nil)
  }
}
