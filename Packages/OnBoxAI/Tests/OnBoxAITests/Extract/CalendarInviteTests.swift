import Foundation
import Testing

@testable import OnBoxAI

@Suite("Meetings as iCalendar files")
struct CalendarInviteTests {
  private func invite(title: String = "Roadmap", notes: String? = nil, name: String = "Ana Lopez") -> CalendarInvite {
    CalendarInvite(
      identifier: "slot-1@messageai", title: title, notes: notes, start: instant("2026-03-16T13:00:00Z"),
      end: instant("2026-03-16T14:00:00Z"), organizer: CalendarInvite.Person(name: name),
      attendees: [CalendarInvite.Person(name: "Bo Chen", address: "mailto:bo@example.org")], stamp: wednesday)
  }

  @Test("an event with times in UTC and people by name")
  func event() {
    let lines = invite().text.components(separatedBy: "\r\n")
    #expect(lines.first == "BEGIN:VCALENDAR")
    #expect(lines.suffix(2) == ["END:VCALENDAR", ""])
    for line in [
      "VERSION:2.0", "UID:slot-1@messageai", "DTSTAMP:20260311T100000Z", "DTSTART:20260316T130000Z",
      "DTEND:20260316T140000Z", "SUMMARY:Roadmap", "ORGANIZER;CN=\"Ana Lopez\":invalid:nomail",
    ] { #expect(lines.contains(line)) }
  }

  @Test("text is escaped; nothing can add a line of its own")
  func escaping() {
    let text = invite(title: "a,b;c\\d\r\nATTENDEE:x", name: "A\"\r\nX:1").text
    #expect(text.contains("SUMMARY:a\\,b\\;c\\\\d\\nATTENDEE:x\r\n"))
    #expect(text.contains("CN=\"A'X:1\""))
    #expect(!text.components(separatedBy: "\r\n").contains { $0.hasPrefix("X:1") || $0.hasPrefix("ATTENDEE:x") })
  }

  @Test("lines have at most 75 octets, and folding cuts no character apart")
  func folding() {
    let title = String(repeating: "Übergröße 会議 👩‍👧 ", count: 20)
    let text = invite(title: title).text
    let lines = text.components(separatedBy: "\r\n")
    #expect(lines.allSatisfy { $0.utf8.count <= 75 })
    #expect(text.replacingOccurrences(of: "\r\n ", with: "").contains("SUMMARY:\(title)"))
    #expect(!text.replacingOccurrences(of: "\r\n", with: "").contains("\n"))
  }
}
