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
      "UID:\(Self.escaped(identifier))", "DTSTAMP:\(Self.utc(stamp))", "DTSTART:\(Self.utc(start))",
      "DTEND:\(Self.utc(end))", "SUMMARY:\(Self.escaped(title))",
    ]
    if let notes, !notes.isEmpty { lines.append("DESCRIPTION:\(Self.escaped(notes))") }
    lines.append("ORGANIZER;CN=\(Self.parameter(organizer.name)):\(Self.address(organizer))")
    for attendee in attendees {
      lines.append(
        "ATTENDEE;CN=\(Self.parameter(attendee.name));ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION:\(Self.address(attendee))"
      )
    }
    lines += ["STATUS:TENTATIVE", "END:VEVENT", "END:VCALENDAR"]
    return lines.map { Self.folded($0) + "\r\n" }.joined()
  }

  // MARK: Encoding

  /// "20260303T143000Z".
  private static func utc(_ instant: Date) -> String {
    let seconds = Int(instant.timeIntervalSince1970.rounded(.down))
    let local = LocalTime(instant, in: .gmt)
    let parts = local.day.yearMonthDay
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let second = ((seconds % 60) + 60) % 60
    return
      "\(parts.year)\(two(parts.month))\(two(parts.day))T\(two(local.minute / 60))\(two(local.minute % 60))\(two(second))Z"
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case ";": result += "\\;"
      case ",": result += "\\,"
      case "\n": result += "\\n"
      case _ where scalar.value < 32 || scalar.value == 127: continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A parameter's value, always quoted; what a quoted value cannot hold is left out or replaced.
  private static func parameter(_ text: String) -> String {
    var value = ""
    for scalar in text.unicodeScalars where scalar.value >= 32 && scalar.value != 127 {
      value.unicodeScalars.append(scalar == "\"" ? "'" : scalar)
    }
    return "\"\(value)\""
  }

  /// Without an address the one that calendars read as "no mail known".
  private static func address(_ person: Person) -> String {
    let allowed = person.address?.unicodeScalars.filter { $0.value > 32 && $0.value < 127 } ?? []
    return allowed.isEmpty ? "invalid:nomail" : String(String.UnicodeScalarView(allowed))
  }

  /// Lines of at most 75 octets; a continuation begins with a blank. No character is cut apart.
  private static func folded(_ line: String) -> String {
    var result = ""
    var length = 0
    for scalar in line.unicodeScalars {
      let octets = UTF8.width(scalar)
      if length + octets > 75 {
        result += "\r\n "
        length = 1
      }
      result.unicodeScalars.append(scalar)
      length += octets
    }
    return result
  }
}
