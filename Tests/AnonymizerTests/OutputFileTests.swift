import Foundation
import TestSupport
import Testing

@testable import Anonymizer

@Suite struct OutputFileTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("out.mp4") }
  private var partial: String { path + ".partial" }

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String, to file: OutputFile) {
    _ = text.withCString { Foundation.write(file.descriptor, $0, strlen($0)) }
  }

  private func content(_ path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func `nothing is seen under the name before it is published`() throws {
    let file = try OutputFile(path: path, replaces: false)
    write("whole", to: file)
    #expect(content(path) == nil)
    #expect(content(partial) == "whole")
    try file.publish {}
    #expect(content(path) == "whole")
    #expect(content(partial) == nil)
  }

  @Test func `a published file can be taken away again, another one in its place cannot`() throws {
    let file = try OutputFile(path: path, replaces: false)
    file.retract()
    #expect(content(partial) != nil)
    try file.publish {}
    file.retract()
    #expect(content(path) == nil)
    let second = try OutputFile(path: path, replaces: false)
    try second.publish {}
    try "other".write(toFile: path, atomically: true, encoding: .utf8)
    second.retract()
    #expect(content(path) == "other")
  }

  @Test func `a file that is not published leaves nothing`() throws {
    do {
      let file = try OutputFile(path: path, replaces: false)
      write("half", to: file)
    }
    #expect(content(path) == nil)
    #expect(content(partial) == nil)
  }

  @Test func `an existing output stays until the new one is whole`() throws {
    try "old".write(toFile: path, atomically: true, encoding: .utf8)
    do {
      let file = try OutputFile(path: path, replaces: true)
      write("half", to: file)
    }
    #expect(content(path) == "old")
    let file = try OutputFile(path: path, replaces: true)
    write("new", to: file)
    try file.publish {}
    #expect(content(path) == "new")
  }

  @Test func `what appears under the name meanwhile is not replaced`() throws {
    let file = try OutputFile(path: path, replaces: false)
    write("late", to: file)
    try "first".write(toFile: path, atomically: true, encoding: .utf8)
    let error = #expect(throws: AnonymizationError.self) { try file.publish {} }
    #expect(error?.code == .uncreatableOutput)
    #expect(content(path) == "first")
  }

  @Test func `a publication that is called off leaves nothing`() throws {
    struct CalledOff: Error {}
    do {
      let file = try OutputFile(path: path, replaces: false)
      #expect(throws: CalledOff.self) { try file.publish { throw CalledOff() } }
    }
    #expect(content(path) == nil)
    #expect(content(partial) == nil)
  }

  @Test func `a second run for the same output is told to wait`() throws {
    let first = try OutputFile(path: path, replaces: false)
    write("first", to: first)
    let error = #expect(throws: AnonymizationError.self) {
      _ = try OutputFile(path: path, replaces: false)
    }
    #expect(error?.code == .busy)
    #expect(content(partial) == "first")
  }

  @Test func `what a dead run left behind is taken over`() throws {
    try "left behind by a run that was killed".write(
      toFile: partial, atomically: true, encoding: .utf8)
    let file = try OutputFile(path: path, replaces: false)
    write("new", to: file)
    try file.publish {}
    #expect(content(path) == "new")
  }

  @Test func `a link under the partial name is not followed`() throws {
    let victim = folder.path("victim")
    try "precious".write(toFile: victim, atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: partial, withDestinationPath: victim)
    let error = #expect(throws: AnonymizationError.self) {
      _ = try OutputFile(path: path, replaces: false)
    }
    #expect(error?.code == .uncreatableOutput)
    #expect(content(victim) == "precious")
  }

  @Test func `another name of the leftover keeps its content`() throws {
    let other = folder.path("other")
    try "precious".write(toFile: other, atomically: true, encoding: .utf8)
    try FileManager.default.linkItem(atPath: other, toPath: partial)
    let file = try OutputFile(path: path, replaces: false)
    write("new", to: file)
    try file.publish {}
    #expect(content(other) == "precious")
    #expect(content(path) == "new")
  }

  @Test func `a file that another run made under the partial name is left alone`() throws {
    do {
      let file = try OutputFile(path: path, replaces: false)
      write("mine", to: file)
      try FileManager.default.removeItem(atPath: partial)
      try "theirs".write(toFile: partial, atomically: true, encoding: .utf8)
      let error = #expect(throws: AnonymizationError.self) { try file.publish {} }
      #expect(error?.code == .failedTransfer)
    }
    #expect(content(partial) == "theirs")
    #expect(content(path) == nil)
  }
}
