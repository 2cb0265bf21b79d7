import Foundation
import TestSupport
import Testing

/// What happens where the input is not what it should be: one line, a status, and no output.
@Suite struct BadInputTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test func `a missing input`() throws {
    let outcome = try bench.anonymize("absent.mp4", "out.mp4")
    outcome.expectFailure(
      66, naming: "absent.mp4", "there is no such file that can be read (No such file",
      advice: "check the name and its permissions")
    #expect(try bench.folder.names == [])
  }

  @Test(.enabled(if: Unprivileged.canRun))
  func `an input that may not be read`() throws {
    try bench.folder.write("secret", to: "in.mp4")
    chmod(bench.path("in.mp4"), 0)
    chmod(bench.folder.url.path, 0o777)
    let outcome = try Unprivileged.run(["in.mp4", "out.mp4"], in: bench.folder.url)
    outcome.expectFailure(
      66, naming: "in.mp4", "cannot be read (Permission denied)", advice: "check its permissions")
    #expect(try bench.folder.names == ["in.mp4"])
  }

  @Test func `a folder`() throws {
    try FileManager.default.createDirectory(
      atPath: bench.path("in.mp4"), withIntermediateDirectories: false)
    let outcome = try bench.anonymize("in.mp4", "out.mp4")
    outcome.expectFailure(65, naming: "in.mp4", "is a folder", advice: "name a video file")
    #expect(try bench.folder.names == ["in.mp4"])
  }

  @Test func `a pipe and a device`() throws {
    #expect(mkfifo(bench.path("in.mp4"), 0o600) == 0)
    for input in ["in.mp4", "/dev/zero"] {
      let outcome = try bench.anonymize(input, "out.mp4")
      outcome.expectFailure(
        65, naming: input, "is not a regular file", advice: "name a video file")
    }
    #expect(try bench.folder.names == ["in.mp4"])
  }

  @Test func `an empty file`() throws {
    try bench.folder.write(Data(), to: "in.mp4")
    let outcome = try bench.anonymize("in.mp4", "out.mp4")
    outcome.expectFailure(65, naming: "in.mp4", "is empty", advice: "name a video file")
    #expect(try bench.folder.names == ["in.mp4"])
  }

  @Test(arguments: ["in.mp4", "in.mkv", "in.ts", "in.avi"])
  func `a text file by the name of footage`(name: String) throws {
    try bench.folder.write(String(repeating: "Not a film at all.\n", count: 500), to: name)
    let outcome = try bench.anonymize(name, "out.mp4")
    outcome.expectFailure(
      65, naming: name, "is not media that can be read", advice: "check the file with a player")
    #expect(try bench.folder.names == [name])
  }

  @Test func `sound without video`() throws {
    let sound = try Clips.clip("sound.mp4", from: [Strips.plain()], "-vn -c copy")
    let outcome = try bench.anonymize(sound, "out.mp4")
    outcome.expectFailure(
      65, naming: sound, "there is no video in it", advice: "name a video file")
    #expect(try bench.folder.names == [])
  }

  @Test func `sound with a cover picture is not video`() throws {
    let song = try Clips.clip(
      "song.mp4", from: [Strips.plain(), SampleFootage.singleFacePicture.path],
      "-map 0:a -map 1:v -c:a copy -c:v mjpeg -vf scale=64:64 -disposition:v:0 attached_pic")
    let outcome = try bench.anonymize(song, "out.mp4", "--quiet")
    outcome.expectFailure(
      65, naming: song, "there is no video in it", advice: "name a video file")
    #expect(try bench.folder.names == [])
  }

  @Test func `without the model`() throws {
    let clip = try Strips.plain()
    let outcome = try bench.anonymize(
      clip, "out.mp4", environment: ["ANONYMIZE_MODEL": "/nowhere/face.onnx"])
    outcome.expectFailure(
      69, naming: nil, "model file '/nowhere/face.onnx' (from ANONYMIZE_MODEL) is not there",
      advice: "correct or unset ANONYMIZE_MODEL")
    #expect(try bench.folder.names == [])
  }

  @Test func `without the inference library`() throws {
    let clip = try Strips.plain()
    let outcome = try bench.anonymize(
      clip, "out.mp4", environment: ["ANONYMIZE_RUNTIME": "/nowhere"])
    outcome.expectFailure(
      69, naming: nil, "no libopenvino_c.so in folder '/nowhere' (from ANONYMIZE_RUNTIME)",
      advice: "correct or unset ANONYMIZE_RUNTIME")
    #expect(try bench.folder.names == [])
  }

  @Test func `a program without its parts says how to get them`() throws {
    // Far from where the build left it, there is nothing around it.
    try FileManager.default.copyItem(
      atPath: Binary.anonymize.url.path, toPath: bench.path("anonymize"))
    let lonely = Binary(path: bench.path("anonymize"))
    let clip = try Strips.plain()
    let library = try bench.anonymize(clip, "out.mp4", program: lonely)
    library.expectFailure(
      69, naming: nil, "OpenVINO's libraries are not there for '\(bench.folder.url.path)'",
      advice: "run 'make setup', or set ANONYMIZE_RUNTIME to the folder of libopenvino_c.so")
    try bench.folder.write("", to: "libopenvino_c.so")
    let model = try bench.anonymize(clip, "out.mp4", program: lonely)
    model.expectFailure(
      69, naming: nil, "the model centerface.onnx is not there for '\(bench.folder.url.path)'",
      advice: "run 'make setup', or set ANONYMIZE_MODEL to the file")
    #expect(try bench.folder.names == ["anonymize", "libopenvino_c.so"])
  }

  @Test func `a model that is none`() throws {
    let clip = try Strips.plain()
    try bench.folder.write("not a network", to: "model.onnx")
    let outcome = try bench.anonymize(
      clip, "out.mp4", environment: ["ANONYMIZE_MODEL": bench.path("model.onnx")])
    #expect(outcome.status == 69)
    #expect(outcome.standardError.contains(bench.path("model.onnx")))
    #expect(outcome.standardError.count { $0 == "\n" } == 1)
    #expect(try bench.folder.names == ["model.onnx"])
  }

  @Test func `audio that the output can't hold in any coding`() throws {
    let clip = try Clips.clip(
      "strip-pcm.mov", from: [Strips.plain()], "-c:v copy -c:a pcm_s16le")
    let outcome = try bench.anonymize(clip, "out.gif")
    #expect(outcome.status == 0)
    #expect(
      outcome.standardError.contains(
        "warning: stream 1 (audio, pcm_s16le) is left out: gif files hold no sound\n"))
    let without = try bench.anonymized(clip, "out.gif", "--overwrite")
    #expect(try Probe(without).streams("audio").isEmpty)
  }

  @Test func `footage at an angle that neither container nor pixels can say`() throws {
    let plain = try Clips.clip("strip-mute.mp4", from: [Strips.plain()], "-an -c copy")
    let clip = try Clips.file("strip-tilted.mp4") { path in
      try DisplayMatrix([1, 2, 0, -2, 1, 0, 0, 0]).write(into: plain, as: path)
    }
    let outcome = try bench.anonymize(clip, "out.mkv")
    outcome.expectFailure(
      64, naming: "out.mkv",
      "the footage is rotated on display, which matroska files cannot say",
      advice: "choose another output name, --codec or --encoder")
    #expect(try bench.folder.names == [])
  }
}
