extension JSONValue {
  /// JSON on one line, members in order. `<`, `>` and `&` are escaped, so that no text can close a
  /// delimiter around it.
  package var text: String {
    var result = ""
    write(into: &result)
    return result
  }

  /// `text` as UTF-8.
  package var bytes: [UInt8] { Array(text.utf8) }

  private func write(into result: inout String) {
    switch self {
    case .null: result += "null"
    case .bool(let value): result += value ? "true" : "false"
    case .integer(let value): result += String(value)
    case .number(let value): result += value.isFinite ? "\(value)" : "null"
    case .string(let value): Self.write(value, into: &result)
    case .array(let elements):
      result += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { result += "," }
        element.write(into: &result)
      }
      result += "]"
    case .object(let object):
      result += "{"
      for (index, member) in object.members.enumerated() {
        if index > 0 { result += "," }
        Self.write(member.name, into: &result)
        result += ":"
        member.value.write(into: &result)
      }
      result += "}"
    }
  }

  private static func write(_ string: String, into result: inout String) {
    result += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "<", ">", "&", "\u{2028}", "\u{2029}": escape(scalar, into: &result)
      default:
        if scalar.value < 0x20 || scalar.value == 0x7F {
          escape(scalar, into: &result)
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    result += "\""
  }

  private static func escape(_ scalar: Unicode.Scalar, into result: inout String) {
    let digits = String(scalar.value, radix: 16)
    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
