import Foundation
import Media
import Pipeline

/// Pictures of a source that can be decoded without those before and after them, as they were coded.
///
/// Made by the stage that reads, which adds packets to it; used up by the stages behind the tracker.
final class PictureGroup: @unchecked Sendable {
  // `lock` protects everything mutable below.
  private let lock = NSLock()
  private var packets = FIFO<Packet>()
  private var bytes = 0
  private var keepsPackets = true
  private var timings = FIFO<Timing>()
  private var times: Set<Int64> = []
  private var latest: Int64?
  private var packetCount = 0
  private var barredBy: String?
  private var isComplete = false

  /// When a packet is due for decoding and how long it lasts, in ticks of its stream.
  struct Timing: Hashable, Sendable {
    let decodingTime: Int64
    let duration: Int64
  }

  /// Presentation time of its first picture in ticks; `nil` where it has none.
  let start: Int64?

  /// Bytes of packets that are kept while nothing is known of a group yet.
  static let mostBytes = 64 << 20

  /// A group without packets.
  ///
  /// - Parameter obstacle: why it can be copied in no case, if so.
  init(start: Int64?, obstacle: String? = nil) {
    self.start = start
    barredBy = obstacle
  }

  /// Puts a packet behind the others.
  func add(_ packet: consuming Packet) {
    lock.lock()
    defer { lock.unlock() }
    packetCount += 1
    if let time = packet.presentationTime, !packet.isHidden {
      if keepsPackets { times.insert(time) }
      latest = max(latest ?? time, time)
    } else {
      // What is not to be shown would be.
      barredBy = barredBy ?? "an edit list hides pictures of it"
    }
    if !packet.isHidden, let time = packet.decodingTime ?? packet.presentationTime {
      timings.append(Timing(decodingTime: time, duration: packet.duration))
    }
    guard keepsPackets else { return }
    bytes += packet.byteCount
    if bytes > PictureGroup.mostBytes { barredBy = barredBy ?? "it is too large" }
    packets.append(packet)
  }

  /// Says why it cannot be copied.
  func bar(_ reason: String) { lock.withLock { barredBy = barredBy ?? reason } }

  /// Why it cannot be copied; `nil` where it could.
  var obstacle: String? { lock.withLock { barredBy } }

  /// Says that no packet will follow.
  func complete() { lock.withLock { isComplete = true } }

  /// Whether it may still be copied and a frame of this time is one of its pictures.
  func mayCopyFrame(at time: Int64) -> Bool {
    lock.withLock { barredBy == nil && times.contains(time) }
  }

  /// Whether it may be copied where so many of its pictures have come and none has a face.
  func mayCopy(frames: Int) -> Bool {
    lock.withLock { barredBy == nil && isComplete && frames == packetCount }
  }

  /// Takes the oldest packet that is still there.
  func takePacket() -> Packet? {
    lock.lock()
    defer { lock.unlock() }
    guard let packet = packets.removeFirst() else { return nil }
    bytes -= packet.byteCount
    return packet
  }

  /// Takes the times of the next packet in decoding order; `nil` where none is left or has been read.
  func takeTiming() -> Timing? { lock.withLock { timings.removeFirst() } }

  /// Gives up the packets that are there and those to come.
  func dropPackets() {
    lock.withLock {
      keepsPackets = false
      packets = FIFO()
      bytes = 0
      times = []
    }
  }

  /// Presentation time of the picture that is shown last, in ticks; `nil` where none has any.
  var latestTime: Int64? { lock.withLock { latest } }

  /// Bytes of the packets that are there.
  var byteCount: Int { lock.withLock { bytes } }
}
