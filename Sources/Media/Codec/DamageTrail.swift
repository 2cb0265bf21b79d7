import CFFmpeg

/// Which frames are not to be trusted, where damage to their packets is passed over.
///
/// Pictures are predicted from others, so damage spreads until a picture comes that is not.
struct DamageTrail {
  private var packetTime: Int64?
  private var suspects: Set<Int64> = []
  // Times of packets that the container calls key packets: some decoders call others so, too.
  private var keys: Set<Int64> = []
  private var isSpreading = false

  /// Notes the packet that is decoded next.
  mutating func begin(_ packet: borrowing Packet) {
    packetTime = packet.presentationTime ?? packet.decodingTime
    if packet.isKey, let packetTime { keys.insert(packetTime) }
    if packet.isDamaged { spread() }
  }

  /// Notes that the present packet is damaged, wholly or in part.
  mutating func spread() {
    isSpreading = true
    if let packetTime { suspects.insert(packetTime) }
  }

  /// Marks a frame as damaged where it is not to be trusted; frames come in presentation order.
  mutating func mark(_ frame: inout Frame) {
    let times = Set([frame.presentationTime, frame.decodingTime].compactMap { $0 })
    // Its packet may have been found damaged long before it is the frame's turn to be shown.
    let isSuspect = !suspects.isDisjoint(with: times)
    let isKey = frame.isKey && !keys.isDisjoint(with: times)
    suspects.subtract(times)
    // Of what was lost no frame comes.
    if let time = frame.presentationTime {
      suspects = suspects.filter { $0 > time }
      keys = keys.filter { $0 > time }
    }
    if frame.isDamaged || isSuspect {
      isSpreading = true
    } else if isKey {
      // What is still to come may be predicted from what has been found damaged meanwhile.
      isSpreading = !suspects.isEmpty
    }
    if isSpreading { frame.markDamaged() }
  }
}
