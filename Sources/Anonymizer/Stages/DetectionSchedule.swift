import FaceDetection

/// Says which passes look at which frame, from how often each is to look.
///
/// Looks that fall due together are spread over the next frames, as long as none of them comes
/// late; a frame in which nothing falls due is left to the tracker.
struct DetectionSchedule {
  private struct Entry {
    let course: DetectionPlan.Course
    var last: Double
    var next = 0
  }

  private var entries: [Entry] = []
  private var previousTime: Double?

  /// A course that waits longer than this many of its periods is late.
  private static let latest = 1.5

  /// A schedule of some courses, the most important first.
  init(courses: [DetectionPlan.Course]) {
    entries = courses.map { Entry(course: $0, last: -.infinity) }
  }

  /// The passes for a frame at a time in seconds; those of every course's every round where nothing
  /// before the frame tells of it.
  mutating func passes(at time: Double, startsScene: Bool) -> [DetectionPass] {
    // Times that jump or go back give no step.
    let step = previousTime.map { min(max(time - $0, 0), 1) } ?? 0
    guard previousTime != nil, !startsScene else {
      previousTime = time
      for index in entries.indices { entries[index].last = time }
      return entries.flatMap { $0.course.rounds.flatMap { $0 } }
    }
    previousTime = time
    var due: [Int] = []
    for index in entries.indices {
      if time < entries[index].last { entries[index].last = time }
      if time + step / 2 - entries[index].last >= entries[index].course.period { due.append(index) }
    }
    let first = due.max { waiting($0, at: time) < waiting($1, at: time) }
    return due.flatMap { index in
      index == first || waiting(index, at: time + step) >= Self.latest
        ? take(index, at: time) : []
    }
  }

  private func waiting(_ index: Int, at time: Double) -> Double {
    (time - entries[index].last) / entries[index].course.period
  }

  private mutating func take(_ index: Int, at time: Double) -> [DetectionPass] {
    let rounds = entries[index].course.rounds
    defer {
      entries[index].last = time
      entries[index].next = (entries[index].next + 1) % rounds.count
    }
    return rounds[entries[index].next]
  }
}
