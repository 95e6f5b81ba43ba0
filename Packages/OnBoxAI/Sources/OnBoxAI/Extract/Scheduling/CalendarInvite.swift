import Foundation

/// A meeting as an iCalendar file (RFC 5545), ready for any calendar.
public struct CalendarInvite: Hashable, Sendable {
  public struct Person: Hashable, Sendable {
    public let name: String
    /// A calendar address such as "mailto:ana@example.org". People of whom only the name is known
    /// have none.
    public let address: String?

    public init(name: String, address: String? = nil) {
      self.name = name
      self.address = address
    }
  }

  /// Globally unique, and the same for every version of the same meeting.
  public let identifier: String
  public let title: String
  public let notes: String?
  public let start: Date
  public let end: Date
  public let organizer: Person
  public let attendees: [Person]
  /// When the file was made.
  public let stamp: Date

  public init(
    identifier: String, title: String, notes: String? = nil, start: Date, end: Date, organizer: Person,
    attendees: [Person], stamp: Date
  ) {
    self.identifier = identifier
    self.title = title
    self.notes = notes
    self.start = start
    self.end = end
    self.organizer = organizer
    self.attendees = attendees
    self.stamp = stamp
  }

  /// The file's text: CRLF line ends, no line beyond 75 octets, times in UTC.
  public var text: String {
    var lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//MessageAI//Meetings//EN", "CALSCALE:GREGORIAN", "BEGIN:VEVENT",
      "UID:\(CalendarText.escaped(identifier))", "DTSTAMP:\(CalendarText.utc(stamp))",
      "DTSTART:\(CalendarText.utc(start))",
      "DTEND:\(CalendarText.utc(end))", "SUMMARY:\(CalendarText.escaped(title))",
    ]
    if let notes, !notes.isEmpty { lines.append("DESCRIPTION:\(CalendarText.escaped(notes))") }
    lines.append("ORGANIZER;CN=\(CalendarText.parameter(organizer.name)):\(Self.address(organizer))")
    for attendee in attendees {
      lines.append(
        "ATTENDEE;CN=\(CalendarText.parameter(attendee.name));ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION:"
          + Self.address(attendee))
    }
    lines += ["STATUS:TENTATIVE", "END:VEVENT", "END:VCALENDAR"]
    return CalendarText.file(lines)
  }

  /// Without an address the one that calendars read as "no mail known".
  private static func address(_ person: Person) -> String {
    let allowed = person.address?.unicodeScalars.filter { $0.value > 32 && $0.value < 127 } ?? []
    return allowed.isEmpty ? "invalid:nomail" : String(String.UnicodeScalarView(allowed))
  }
}
