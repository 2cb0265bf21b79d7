import Dispatch

/// The threads of a run that have files done, each one after another.
struct Workers {
  let premises: Premises
  let program: JobProgram
  let options: ArchiveOptions
  let control: RunControl
  let tally: RunTally
  let space: DiskSpace
  let tell: @Sendable (ArchiveEvent) -> Void

  /// Seconds between two states of progress.
  private static let interval = 0.5

  /// Has all files of a source of work done.
  ///
  /// - Parameter count: of threads.
  func run(_ work: any WorkSource, count: Int) {
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "archive progress"))
    timer.setEventHandler { [tally] in tally.tellProgress() }
    timer.schedule(deadline: .now(), repeating: Self.interval)
    timer.activate()
    defer { timer.cancel() }
    let group = DispatchGroup()
    for number in 0..<count {
      DispatchQueue(label: "archive worker \(number)").async(group: group) { [self] in
        do {
          while control.goesOn, let entry = try work.next() {
            try perform(entry, threads: max(1, program.threads / count))
          }
        } catch {
          control.stop(error)
        }
      }
    }
    group.wait()
  }

  private func perform(_ entry: LedgerEntry, threads: Int) throws {
    guard let id = entry.id else { return }
    do {
      try space.reserve(for: entry, id: id)
    } catch {
      // Claimed is not begun: whoever comes next finds it as it was.
      _ = try? Claim(entry: entry, ledger: premises.ledger, worker: premises.worker).release()
      throw error
    }
    var outputBytes: Int64?
    defer { space.release(entry, id: id, output: outputBytes) }
    tally.begin(entry, id: id)
    var process: JobProcess?
    let job = FileJob(
      premises: premises, program: program, options: options, threads: threads,
      onStart: { started in
        process = started
        control.add(started)
      },
      onProgress: { tally.note($0, of: id) },
      onWarning: { tell(.warning("\(entry.path): \($0)")) })
    defer { if let process { control.remove(process) } }
    let result: FileJob.Result
    do {
      result = try job.run(entry, id: id)
    } catch {
      tally.abandon(id)
      throw error
    }
    if case .finished(let done) = result { outputBytes = done.output?.size }
    note(result, of: entry, id: id)
  }

  private func note(_ result: FileJob.Result, of entry: LedgerEntry, id: Int64) {
    switch result {
    case .finished(let done):
      guard let findings = done.findings, let output = done.output else { return }
      tally.end(
        entry, id: id, telling: .finished(entry.path, findings, outputSize: output.size)
      ) {
        $0.done += 1
        $0.footageTime += findings.footageTime
        $0.sourceBytes += entry.stamp.size
        $0.outputBytes += output.size
      }
    case .failed(let failed, let failure):
      let retriesLeft = RetryRule(retries: options.retries).retriesLeft(after: failed.attempts)
      tally.end(
        entry, id: id,
        telling: .failed(
          entry.path, failure, attempts: failed.attempts, retriesLeft: retriesLeft)
      ) { $0.failed += 1 }
    case .skipped(let reason):
      tally.end(entry, id: id, telling: .skipped(entry.path, reason: reason)) {
        $0.skipped[.noFootage, default: 0] += 1
      }
    case .waiting(let reason):
      tally.end(entry, id: id, telling: .waiting(entry.path, reason)) { $0.waiting += 1 }
    case .vanished:
      tally.end(entry, id: id, telling: .waiting(entry.path, .vanished)) { _ in }
    case .lost:
      tally.end(entry, id: id, telling: .waiting(entry.path, .takenOver)) { _ in }
    case .unreadable(let reason):
      tally.end(entry, id: id, telling: .unreadable(entry.path, reason: reason)) {
        $0.unreadable += 1
      }
    case .cancelled:
      tally.abandon(id)
      tell(.waiting(entry.path, .interrupted))
    }
  }
}
