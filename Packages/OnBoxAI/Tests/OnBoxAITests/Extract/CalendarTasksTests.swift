import Foundation
import Testing

@testable import OnBoxAI

@Suite("Tasks as iCalendar files")
struct CalendarTasksTests {
  private func task(_ title: String, notes: String? = nil, due: Date? = nil) -> CalendarTasks.Task {
    CalendarTasks.Task(
      identifier: "1@messageai", title: title, notes: notes, due: due, created: instant("2026-03-16T13:00:00Z"),
      changed: instant("2026-03-16T14:00:00Z"))
  }

  @Test("each is a to-do with its due time in UTC, if it has one")
  func tasks() {
    let text = CalendarTasks(
      tasks: [task("Draw the map", notes: "In Harbour", due: instant("2026-03-20T15:30:00Z")), task("Call Bo")],
      stamp: wednesday
    ).text
    let lines = text.components(separatedBy: "\r\n")
    #expect(lines.first == "BEGIN:VCALENDAR" && lines.suffix(2) == ["END:VCALENDAR", ""])
    #expect(lines.count { $0 == "BEGIN:VTODO" } == 2 && lines.count { $0 == "STATUS:NEEDS-ACTION" } == 2)
    #expect(lines.filter { $0.hasPrefix("DUE:") } == ["DUE:20260320T153000Z"])
    #expect(lines.contains("SUMMARY:Call Bo") && lines.filter { $0.hasPrefix("DESCRIPTION") }.count == 1)
    #expect(lines.contains("LAST-MODIFIED:20260316T140000Z") && lines.contains("DTSTAMP:20260311T100000Z"))
  }

  @Test("no text adds a line of its own")
  func escaping() {
    let text = CalendarTasks(tasks: [task("a\r\nEND:VTODO", notes: "b\nBEGIN:VTODO")], stamp: wednesday).text
    let lines = text.components(separatedBy: "\r\n")
    #expect(lines.count { $0 == "BEGIN:VTODO" } == 1 && lines.count { $0 == "END:VTODO" } == 1)
  }
}
