/// Checks a value against the part of JSON Schema that is used here: `type` (one or several),
/// `enum`, `properties`, `required`, `additionalProperties`, `items`, and bounds of lengths, counts
/// and numbers. Other words are not looked at.
package enum SchemaValidator {
  /// More are not listed: the first few tell what is wrong.
  private static let maximumProblems = 10

  /// What is wrong with `value`, in words that name places but repeat no content; empty when it is
  /// valid.
  package static func problems(of value: JSONValue, by schema: JSONValue) -> [String] {
    var problems: [String] = []
    check(value, schema, "$", &problems)
    return problems
  }

  /// `value` without members that are null and need not be there: strict providers write null for
  /// what is absent.
  package static func withoutAbsent(_ value: JSONValue, by schema: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements):
      guard let items = schema["items"] else { return value }
      return .array(elements.map { withoutAbsent($0, by: items) })
    case .object(let object):
      let required = Set((schema["required"]?.array ?? []).compactMap(\.string))
      var result = JSONObject()
      for (name, member) in object.members {
        let form = schema["properties"]?[name]
        if member.isNull, !required.contains(name), let form, !types(of: form).contains("null") { continue }
        result[name] = form.map { withoutAbsent(member, by: $0) } ?? member
      }
      return .object(result)
    default: return value
    }
  }

  private static func check(_ value: JSONValue, _ schema: JSONValue, _ path: String, _ problems: inout [String]) {
    guard problems.count < maximumProblems else { return }
    let allowed = types(of: schema)
    if !allowed.isEmpty, !allowed.contains(where: { matches(value, $0) }) {
      problems.append("\(path) must be \(allowed.joined(separator: " or "))")
      return
    }
    if let choices = schema["enum"]?.array, !choices.contains(value) {
      problems.append("\(path) must be one of \(JSONValue.array(choices).text)")
    }
    switch value {
    case .string(let text):
      checkCount(text.unicodeScalars.count, schema, ("minLength", "maxLength"), "characters", path, &problems)
    case .array(let elements): checkElements(elements, schema, path, &problems)
    case .object(let object): checkMembers(object, schema, path, &problems)
    case .integer(let number): checkRange(Double(number), schema, path, &problems)
    case .number(let number): checkRange(number, schema, path, &problems)
    case .null, .bool: break
    }
  }

  private static func checkElements(
    _ elements: [JSONValue], _ schema: JSONValue, _ path: String, _ problems: inout [String]
  ) {
    checkCount(elements.count, schema, ("minItems", "maxItems"), "elements", path, &problems)
    guard let items = schema["items"] else { return }
    for (index, element) in elements.enumerated() { check(element, items, "\(path)[\(index)]", &problems) }
  }

  private static func checkMembers(
    _ object: JSONObject, _ schema: JSONValue, _ path: String, _ problems: inout [String]
  ) {
    for name in (schema["required"]?.array ?? []).compactMap(\.string) where object[name] == nil {
      append("\(path).\(name) is missing", to: &problems)
    }
    let properties = schema["properties"]?.object ?? JSONObject()
    for (name, member) in object.members {
      if let form = properties[name] {
        check(member, form, "\(path).\(name)", &problems)
      } else if schema["additionalProperties"] == false {
        append("\(path) has a member that is not asked for", to: &problems)
      } else if case .object = schema["additionalProperties"], let form = schema["additionalProperties"] {
        check(member, form, "\(path).*", &problems)
      }
    }
  }

  private static func checkCount(
    _ count: Int, _ schema: JSONValue, _ words: (String, String), _ unit: String, _ path: String,
    _ problems: inout [String]
  ) {
    if let minimum = schema[words.0]?.integer, count < minimum {
      append("\(path) must have at least \(minimum) \(unit)", to: &problems)
    }
    if let maximum = schema[words.1]?.integer, count > maximum {
      append("\(path) must have at most \(maximum) \(unit)", to: &problems)
    }
  }

  private static func checkRange(_ number: Double, _ schema: JSONValue, _ path: String, _ problems: inout [String]) {
    if let minimum = schema["minimum"]?.number, number < minimum {
      append("\(path) must be at least \(JSONValue.number(minimum).text)", to: &problems)
    }
    if let maximum = schema["maximum"]?.number, number > maximum {
      append("\(path) must be at most \(JSONValue.number(maximum).text)", to: &problems)
    }
  }

  private static func append(_ problem: String, to problems: inout [String]) {
    if problems.count < maximumProblems { problems.append(problem) }
  }

  private static func types(of schema: JSONValue) -> [String] {
    if let one = schema["type"]?.string { return [one] }
    return (schema["type"]?.array ?? []).compactMap(\.string)
  }

  private static func matches(_ value: JSONValue, _ type: String) -> Bool {
    switch type {
    case "null": value.isNull
    case "boolean": value.bool != nil
    case "integer": value.integer != nil
    case "number": value.number != nil
    case "string": value.string != nil
    case "array": value.array != nil
    case "object": value.object != nil
    default: false
    }
  }
}
