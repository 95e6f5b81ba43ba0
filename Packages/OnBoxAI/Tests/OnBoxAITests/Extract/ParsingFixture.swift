import Foundation

@testable import OnBoxAI

/// Wednesday 11 March 2026, 10:00 UTC: 11:00 in Berlin, 06:00 in New York (already on summer time).
let wednesday = Date(timeIntervalSince1970: 1_773_223_200)
let berlin = zone("Europe/Berlin")
let newYork = zone("America/New_York")
let tokyo = zone("Asia/Tokyo")

func zone(_ identifier: String) -> TimeZone { TimeZone(identifier: identifier) ?? .gmt }

func instant(_ text: String) -> Date {
  (try? Date(text, strategy: .iso8601)) ?? .distantPast
}

/// "2026-03-12 15:00", "2026-03-12", "15:00–16:30": what a mention says, for reading in tests.
func said(_ mention: TimeMention) -> String {
  func two(_ number: Int?) -> String { (number ?? 0) < 10 ? "0\(number ?? 0)" : "\(number ?? 0)" }
  func day(_ date: DateComponents) -> String { "\(date.year ?? 0)-\(two(date.month))-\(two(date.day))" }
  func clock(_ time: DateComponents) -> String { "\(two(time.hour)):\(two(time.minute))" }
  var parts: [String] = []
  if let date = mention.date { parts.append(day(date) + (mention.endDate.map { "…" + day($0) } ?? "")) }
  if let time = mention.time { parts.append(clock(time) + (mention.endTime.map { "–" + clock($0) } ?? "")) }
  if let part = mention.dayPart { parts.append(part.rawValue) }
  return parts.joined(separator: " ")
}
