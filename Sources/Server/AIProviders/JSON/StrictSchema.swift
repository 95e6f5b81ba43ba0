/// Rewrites a schema for providers that enforce it while the model writes. They know only a part of
/// JSON Schema and refuse the rest, so the rest goes into the description, where the model may
/// still heed it; `SchemaValidator` checks it.
package enum StrictSchema {
  /// `type`, `enum`, `description`, `properties`, `required`, `items` stay; objects are closed.
  ///
  /// With `requiresAll`, optional members become required and nullable: see
  /// `SchemaValidator.withoutAbsent`.
  package static func of(_ schema: JSONValue, requiresAll: Bool) -> JSONValue {
    guard let object = schema.object else { return schema }
    var result = JSONObject()
    var hints: [String] = []
    for (word, value) in object.members {
      switch word {
      case "type", "enum", "description", "required": result[word] = value
      case "items": result[word] = of(value, requiresAll: requiresAll)
      case "minItems" where value == 0 || value == 1: result[word] = value
      case "minLength" where value == 0 || value == 1: break
      case "properties", "additionalProperties": break
      default: hints.append("\(word): \(value.text)")
      }
    }
    if let properties = object["properties"]?.object {
      close(&result, properties, requiresAll: requiresAll)
    }
    if !hints.isEmpty {
      let text = [result["description"]?.string, "(\(hints.joined(separator: ", ")))"].compactMap(\.self)
      result["description"] = .string(text.joined(separator: " "))
    }
    return .object(result)
  }

  private static func close(_ result: inout JSONObject, _ properties: JSONObject, requiresAll: Bool) {
    let required = Set((result["required"]?.array ?? []).compactMap(\.string))
    let forms = properties.members.map { name, form in
      let strict = of(form, requiresAll: requiresAll)
      return (name, requiresAll && !required.contains(name) ? nullable(strict) : strict)
    }
    result["properties"] = .object(JSONObject(forms))
    if requiresAll { result["required"] = .array(properties.names.map { .string($0) }) }
    result["additionalProperties"] = false
  }

  private static func nullable(_ schema: JSONValue) -> JSONValue {
    guard var object = schema.object, let type = object["type"] else { return schema }
    let types = type.array ?? [type]
    if !types.contains("null") { object["type"] = .array(types + ["null"]) }
    if let choices = object["enum"]?.array, !choices.contains(.null) { object["enum"] = .array(choices + [.null]) }
    return .object(object)
  }
}
