import Foundation

/// A time as people read it: `2026-11-30 22:12 +01:00`.
func moment(_ time: Double, in zone: TimeZone) -> String {
  let local = CivilDay.local(time, in: zone)
  let day = CivilDay(at: time, in: zone)
  let minute = Int((local / 60).rounded(.down)) - day.number * 1440
  let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: time)) / 60
  let clock = String(format: "%02d:%02d", minute / 60, minute % 60)
  let ahead = String(format: "%02d:%02d", abs(offset) / 60, abs(offset) % 60)
  return "\(day.text) \(clock) \(offset < 0 ? "-" : "+")\(ahead)"
}
