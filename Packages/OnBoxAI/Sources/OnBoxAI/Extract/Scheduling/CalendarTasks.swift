import Foundation

/// Tasks as an iCalendar file (RFC 5545, `VTODO`), ready for any list of reminders.
public struct CalendarTasks: Hashable, Sendable {
  public struct Task: Hashable, Sendable {
    /// Globally unique, and the same for every version of the same task.
    public let identifier: String
    public let title: String
    public let notes: String?
    public let due: Date?
    public let created: Date
    public let changed: Date

    public init(identifier: String, title: String, notes: String?, due: Date?, created: Date, changed: Date) {
      self.identifier = identifier
      self.title = title
      self.notes = notes
      self.due = due
      self.created = created
      self.changed = changed
    }
  }

  public let tasks: [Task]
  /// When the file was made.
  public let stamp: Date

  public init(tasks: [Task], stamp: Date) {
    self.tasks = tasks
    self.stamp = stamp
  }

  /// The file's text: times in UTC, every task open.
  public var text: String {
    let lines = tasks.flatMap { task in
      [
        "BEGIN:VTODO", "UID:\(CalendarText.escaped(task.identifier))", "DTSTAMP:\(CalendarText.utc(stamp))",
        "CREATED:\(CalendarText.utc(task.created))", "LAST-MODIFIED:\(CalendarText.utc(task.changed))",
        "SUMMARY:\(CalendarText.escaped(task.title))",
      ]
        + (task.notes.map { ["DESCRIPTION:\(CalendarText.escaped($0))"] } ?? [])
        + (task.due.map { ["DUE:\(CalendarText.utc($0))"] } ?? [])
        + ["STATUS:NEEDS-ACTION", "END:VTODO"]
    }
    return CalendarText.file(
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//MessageAI//Tasks//EN", "CALSCALE:GREGORIAN"] + lines
        + ["END:VCALENDAR"])
  }
}
