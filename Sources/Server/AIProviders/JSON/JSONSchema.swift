/// The form that an answer must have.
package struct JSONSchema: Hashable, Sendable {
  /// Letters, digits, `_` and `-`, at most 64.
  package let name: String
  /// JSON Schema, of the part that `SchemaValidator` knows.
  package let schema: JSONValue

  package init(name: String, schema: JSONValue) {
    self.name = name
    self.schema = schema
  }
}

/// Short forms for writing schemas.
extension JSONValue {
  /// An object with exactly these members, in this order. All are required but those named
  /// `optional`.
  package static func objectSchema(_ properties: [(String, JSONValue)], optional: Set<String> = []) -> JSONValue {
    [
      "type": "object",
      "properties": .object(JSONObject(properties)),
      "required": .array(properties.map(\.0).filter { !optional.contains($0) }.map { .string($0) }),
      "additionalProperties": false,
    ]
  }

  package static func arraySchema(of items: JSONValue, atMost maximum: Int) -> JSONValue {
    ["type": "array", "items": items, "maxItems": .integer(maximum)]
  }

  package static func stringSchema(_ description: String, atMost maximum: Int) -> JSONValue {
    ["type": "string", "description": .string(description), "minLength": 1, "maxLength": .integer(maximum)]
  }

  /// A string, or null when there is none.
  package static func optionalStringSchema(_ description: String, atMost maximum: Int) -> JSONValue {
    ["type": ["string", "null"], "description": .string(description), "maxLength": .integer(maximum)]
  }

  package static func choiceSchema(_ description: String, of choices: [String]) -> JSONValue {
    ["type": "string", "description": .string(description), "enum": .array(choices.map { .string($0) })]
  }

  package static func integerSchema(_ description: String) -> JSONValue {
    ["type": "integer", "description": .string(description)]
  }

  package static func booleanSchema(_ description: String) -> JSONValue {
    ["type": "boolean", "description": .string(description)]
  }

  /// The numbers of the messages that a claim rests on.
  package static let citationsSchema: JSONValue = [
    "type": "array", "description": "The numbers of the messages that say this. Never empty.",
    "items": ["type": "integer"], "minItems": 1, "maxItems": 8,
  ]
}
