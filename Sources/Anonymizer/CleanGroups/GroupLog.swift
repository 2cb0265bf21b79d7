import Foundation
import Media
import Pipeline

/// The groups of pictures of one video stream, from the packets that are read to the frames whose
/// faces are settled.
final class GroupLog: @unchecked Sendable {
  // `lock` protects everything mutable below.
  private let lock = NSLock()
  private var groups: [PictureGroup] = []
  private var latestTime: Int64?
  private var latestDecodingTime: Int64?
  private var packetCount = 0
  private var barredBy: String?
  private var isAbandoned = false
  private var openCount = 0

  /// Seconds that a group may last to be copied: the streams beside it are kept as long.
  static let longestGroup = 30.0

  private let splice: PictureSplice
  private let mostTicks: Int64
  private let nominalDuration: Int64

  /// A log without groups.
  ///
  /// - Parameter stream: whose packets are to come.
  init(splice: PictureSplice, stream: MediaStream) {
    self.splice = splice
    mostTicks = Int64(min(Self.longestGroup / stream.timeBase.value, 0x1p62))
    let rate = stream.frameRate ?? Rational(25, 1)
    nominalDuration = max(1, rate.inverse.rescale(1, to: stream.timeBase))
  }

  /// Why no group is copied any more; `nil` where groups are.
  var reason: String? { lock.withLock { barredBy } }

  /// Places at which decoding could begin, but for pictures that need those before: they are inside
  /// of groups.
  var openGroupCount: Int { lock.withLock { openCount } }

  /// Puts down the stream's next packet.
  ///
  /// - Throws: `MediaError` where there is no memory for it.
  func note(_ packet: borrowing Packet) throws(MediaError) {
    if lock.withLock({ isAbandoned }) { return }
    let packet = try packet.shared()
    let role = splice.role(of: packet)
    lock.lock()
    defer { lock.unlock() }
    if packet.decodingTime == nil, packetCount < splice.reorderedFrames,
      let first = groups.last?.start ?? packet.presentationTime
    {
      // Matroska says when pictures are shown only; libavformat finds out the rest a little late.
      let ahead = Int64(splice.reorderedFrames - packetCount)
      packet.retime(decodingTime: first - ahead * nominalDuration, duration: packet.duration)
    }
    if barredBy == nil { place(packet, as: role) }
    if groups.isEmpty { begin(PictureGroup(start: packet.presentationTime, obstacle: barredBy)) }
    packetCount += 1
    if let time = packet.presentationTime { latestTime = max(latestTime ?? time, time) }
    latestDecodingTime = packet.decodingTime ?? latestDecodingTime
    groups.last?.add(packet)
  }

  // Begins a group where a packet does, or says why none can be copied any more.
  private func place(_ packet: borrowing Packet, as role: PictureSplice.Role) {
    switch role {
    case .bars(let reason):
      bar(reason)
    case .begins:
      if let fault = fault(of: packet, behind: latestTime) { return bar(fault) }
      begin(PictureGroup(start: packet.presentationTime))
    case .continues:
      if packet.isKey { openCount += 1 }
      guard let group = groups.last else { return bar("it does not begin with a whole picture") }
      if let fault = fault(of: packet, behind: group.start) { return bar(fault) }
      if let time = packet.presentationTime, let start = group.start, time - start > mostTicks {
        group.bar("it lasts longer than \(Int(Self.longestGroup)) seconds")
      }
    }
  }

  /// Gives up all groups, and those to come.
  func abandon() {
    lock.withLock {
      isAbandoned = true
      groups = []
    }
  }

  /// Says that no packet will follow.
  func finish() { lock.withLock { groups.last?.complete() } }

  /// The group that a frame belongs to which is shown at a time, or a group before it that has not
  /// been asked for yet; `nil` where that is the one that was asked for last.
  ///
  /// - Parameter group: the one that was asked for last.
  func group(after group: PictureGroup?, at time: Int64) -> PictureGroup? {
    lock.withLock {
      guard group != nil else { return groups.first }
      guard groups.count > 1, let start = groups[1].start, time >= start else { return nil }
      groups.removeFirst()
      return groups[0]
    }
  }

  private func fault(of packet: borrowing Packet, behind earlier: Int64?) -> String? {
    guard let time = packet.presentationTime, let decodingTime = packet.decodingTime else {
      return "it does not say when its pictures are shown and decoded"
    }
    if decodingTime > time || latestDecodingTime.map({ decodingTime <= $0 }) == true {
      return "its times of decoding are out of order"
    }
    if let earlier, time <= earlier { return "its groups of pictures are shown mixed" }
    return nil
  }

  private func begin(_ group: PictureGroup) {
    groups.last?.complete()
    groups.append(group)
  }

  private func bar(_ reason: String) {
    barredBy = reason
    groups.last?.bar(reason)
  }
}
