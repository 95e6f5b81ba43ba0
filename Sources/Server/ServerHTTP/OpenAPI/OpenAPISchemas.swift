/// The shapes of bodies as the OpenAPI document describes them. Tests hold every answer of the
/// routes against them, and `scripts/harden api` asks with bodies made from them.
enum OpenAPISchemas {
  indirect enum Kind: Sendable {
    case text
    case nullableText
    case integer
    case number
    case flag
    case identifier
    case word([String])
    case array(Kind)
    case reference(String)
    /// An object of any fields.
    case object
  }

  struct Property: Sendable {
    let name: String
    let kind: Kind
    let isRequired: Bool

    init(_ name: String, _ kind: Kind, isRequired: Bool) {
      self.name = name
      self.kind = kind
      self.isRequired = isRequired
    }
  }

  struct Schema: Sendable {
    let name: String
    let properties: [Property]

    init(_ name: String, _ properties: [Property]) {
      self.name = name
      self.properties = properties
    }
  }

  static func json() -> JSONValue {
    .object((requests + answers + intelligence + intelligenceBodies).map { ($0.name, json(of: $0)) })
  }

  private static func json(of schema: Schema) -> JSONValue {
    let required = schema.properties.filter(\.isRequired).map { JSONValue.text($0.name) }
    var fields: [(String, JSONValue)] = [
      ("type", .text("object")), ("properties", .object(schema.properties.map { ($0.name, json(of: $0.kind)) })),
    ]
    if !required.isEmpty { fields.append(("required", .array(required))) }
    return .object(fields)
  }

  private static func json(of kind: Kind) -> JSONValue {
    switch kind {
    case .text: .object([("type", .text("string"))])
    case .nullableText: .object([("type", .array([.text("string"), .text("null")]))])
    case .integer: .object([("type", .text("integer")), ("format", .text("int64"))])
    case .number: .object([("type", .text("number"))])
    case .flag: .object([("type", .text("boolean"))])
    case .identifier: .object([("type", .text("string")), ("format", .text("uuid"))])
    case .word(let words): .object([("type", .text("string")), ("enum", .array(words.map { .text($0) }))])
    case .array(let items): .object([("type", .text("array")), ("items", json(of: items))])
    case .object: .object([("type", .text("object"))])
    case .reference(let name): .object([("$ref", .text("#/components/schemas/\(name)"))])
    }
  }
}
