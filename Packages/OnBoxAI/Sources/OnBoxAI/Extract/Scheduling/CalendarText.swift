import Foundation

/// How iCalendar files (RFC 5545) write what they hold.
enum CalendarText {
  /// The file of these lines: CRLF line ends, no line beyond 75 octets.
  static func file(_ lines: [String]) -> String { lines.map { folded($0) + "\r\n" }.joined() }

  /// "20260303T143000Z".
  static func utc(_ instant: Date) -> String {
    let seconds = Int(instant.timeIntervalSince1970.rounded(.down))
    let local = LocalTime(instant, in: .gmt)
    let parts = local.day.yearMonthDay
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let second = ((seconds % 60) + 60) % 60
    let day = "\(parts.year)\(two(parts.month))\(two(parts.day))"
    return "\(day)T\(two(local.minute / 60))\(two(local.minute % 60))\(two(second))Z"
  }

  static func escaped(_ text: String) -> String {
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
  static func parameter(_ text: String) -> String {
    var value = ""
    for scalar in text.unicodeScalars where scalar.value >= 32 && scalar.value != 127 {
      value.unicodeScalars.append(scalar == "\"" ? "'" : scalar)
    }
    return "\"\(value)\""
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
