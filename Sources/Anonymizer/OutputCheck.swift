import Media

/// The look at a finished output before it is published: every frame that was decoded must be found
/// in it again.
struct OutputCheck {
  /// The file as it lies on the disk.
  let path: String
  /// Frames that each video stream must have, by output stream index.
  let frames: [Int: Int]
  /// Most threads of each decoder, 0 where their number is left to libavcodec; with `nil` nothing is
  /// decoded, and packets are counted in place of frames.
  let decodingThreads: Int?

  /// Reads the whole file.
  ///
  /// - Parameter goOn: called for each packet; throws to end the check.
  /// - Throws: `AnonymizationError.Code.internalFault` where anything is missing; whatever `goOn`
  ///   throws.
  func run(nameInErrors: String, goOn: () throws -> Void) throws {
    let found: [Int: Int]
    do {
      found = try count(goOn)
    } catch let error as MediaError {
      throw AnonymizationError(
        .internalFault, path: nameInErrors, "cannot be read again after it was written",
        cause: error.message)
    }
    for (stream, expected) in frames.sorted(by: { $0.key < $1.key })
    where found[stream] != expected {
      throw AnonymizationError(
        .internalFault, path: nameInErrors,
        "holds \(found[stream] ?? 0) of \(expected) frames in stream \(stream) after it was written"
      )
    }
  }

  private func count(_ goOn: () throws -> Void) throws -> [Int: Int] {
    let demuxer = try Demuxer(path: path)
    var counts: [Int: Int] = [:]
    var decoders: [Int: Decoder] = [:]
    for stream in demuxer.streams {
      if frames[stream.index] == nil {
        demuxer.discard(stream)
      } else if let decodingThreads {
        decoders[stream.index] = try Decoder(for: stream, threads: decodingThreads)
      }
    }
    while let packet = try demuxer.read() {
      let index = packet.streamIndex
      // What an edit list hides is as good as lost.
      let isShown = !packet.isHidden
      if let decoder = decoders[index] {
        try decoder.decode(packet) { _ in counts[index, default: 0] += 1 }
      } else if isShown {
        counts[index, default: 0] += 1
      }
      try goOn()
    }
    for (index, decoder) in decoders {
      try decoder.finish { _ in counts[index, default: 0] += 1 }
    }
    return counts
  }
}
