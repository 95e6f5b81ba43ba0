import AIProviders

/// Fills in a schema formally right with hostile content.
struct HostileFiller {
  let phrases: [String]
  /// Numbers of messages that were shown.
  let numbers: [Int]
  private var next = 0

  init(phrases: [String], numbers: [Int]) {
    self.phrases = phrases
    self.numbers = numbers
  }

  /// A value for `schema`; arrays are long enough to use every phrase once, if they may be.
  mutating func value(for schema: JSONValue, name: String) -> JSONValue {
    if let choices = schema["enum"]?.array, let first = choices.first { return first }
    let type = schema["type"]?.string ?? schema["type"]?[0]?.string
    switch type {
    case "object":
      let members = schema["properties"]?.object?.members ?? []
      var result = JSONObject()
      for member in members { result[member.name] = value(for: member.value, name: member.name) }
      return .object(result)
    case "array":
      if name == "citations" { return citations(atMost: schema["maxItems"]?.integer ?? 8) }
      let count = min(schema["maxItems"]?.integer ?? phrases.count, max(1, phrases.count))
      let items = schema["items"] ?? ["type": "string"]
      return .array((0..<count).map { _ in value(for: items, name: name) })
    case "integer": return .integer(name == "message" ? numbers.first ?? 1 : schema["minimum"]?.integer ?? 1)
    case "number": return 1
    case "boolean": return true
    case "null": return .null
    default: return .string(phrase(atMost: schema["maxLength"]?.integer ?? 4_000))
    }
  }

  /// One that was shown, and mostly some that were not: whoever wants all of them real is lied to
  /// as well.
  private mutating func citations(atMost count: Int) -> JSONValue {
    let shown = numbers.isEmpty ? [] : [numbers[next % numbers.count]]
    let foreign = next % 3 == 0 ? [] : [999_999, 0, -1]
    return .array((shown + foreign).prefix(count).map { .integer($0) })
  }

  private mutating func phrase(atMost length: Int) -> String {
    guard !phrases.isEmpty else { return "nothing" }
    defer { next += 1 }
    return String(phrases[next % phrases.count].unicodeScalars.prefix(length))
  }
}
