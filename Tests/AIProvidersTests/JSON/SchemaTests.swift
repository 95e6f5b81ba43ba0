import AIProviders
import Testing

@Suite("Answers by schema")
struct SchemaTests {
  private let schema: JSONValue = .objectSchema(
    [
      ("title", .stringSchema("The title.", atMost: 5)),
      ("level", .choiceSchema("How much.", of: ["low", "high"])),
      ("note", .stringSchema("Optional.", atMost: 9)),
      ("owner", .optionalStringSchema("Who.", atMost: 9)),
      ("items", .arraySchema(of: .objectSchema([("citations", .citationsSchema)]), atMost: 2)),
      ("score", ["type": "number", "minimum": 0, "maximum": 1]),
    ], optional: ["note"])

  private func value(_ change: (inout JSONObject) -> Void = { _ in }) -> JSONValue {
    let members: [(String, JSONValue)] = [
      ("title", "abc"), ("level", "low"), ("owner", nil), ("items", [["citations": [1]]]), ("score", 0.5),
    ]
    var object = JSONObject(members)
    change(&object)
    return .object(object)
  }

  @Test("a value that fits has no problems; optional members may be there or not")
  func valid() {
    #expect(SchemaValidator.problems(of: value(), by: schema).isEmpty)
    #expect(SchemaValidator.problems(of: value { $0["note"] = "n" }, by: schema).isEmpty)
    #expect(SchemaValidator.problems(of: value { $0["owner"] = "Ana" }, by: schema).isEmpty)
    #expect(SchemaValidator.problems(of: value { $0["score"] = 1 }, by: schema).isEmpty)
  }

  @Test("each broken rule is named with its place")
  func problems() {
    let cases: [(JSONValue, String)] = [
      ("text", "$ must be object"),
      (value { $0["title"] = nil }, "$.title is missing"),
      (value { $0["title"] = 3 }, "$.title must be string"),
      (value { $0["title"] = "" }, "$.title must have at least 1 characters"),
      (value { $0["title"] = "abcdef" }, "$.title must have at most 5 characters"),
      (value { $0["level"] = "middle" }, #"$.level must be one of ["low","high"]"#),
      (value { $0["owner"] = 4 }, "$.owner must be string or null"),
      (value { $0["extra"] = 1 }, "$ has a member that is not asked for"),
      (value { $0["items"] = [[:]] }, "$.items[0].citations is missing"),
      (value { $0["items"] = [["citations": []]] }, "$.items[0].citations must have at least 1 elements"),
      (value { $0["items"] = [["citations": [1]], ["citations": [1.5]]] }, "$.items[1].citations[0] must be integer"),
      (value { $0["score"] = 1.5 }, "$.score must be at most 1.0"),
      (value { $0["score"] = -1 }, "$.score must be at least 0.0"),
    ]
    for (value, problem) in cases {
      #expect(SchemaValidator.problems(of: value, by: schema) == [problem])
    }
  }

  @Test("problems repeat no content and are few, however much is wrong")
  func manyProblems() {
    let canary = JSONValue.string("CANARY")
    let broken = JSONValue.array((0..<1_000).map { _ in ["CANARY": canary] })
    let list = SchemaValidator.problems(of: broken, by: ["type": "array", "items": schema])
    #expect(list.count == 10)
    #expect(!list.joined().contains("CANARY"))
  }

  @Test("null stands for an absent member, but not for a required one")
  func absent() {
    let full = value { $0["note"] = .null }
    #expect(SchemaValidator.withoutAbsent(full, by: schema) == value())
    let broken = value { $0["title"] = .null }
    #expect(SchemaValidator.withoutAbsent(broken, by: schema) == broken)
  }

  @Test("what strict providers do not know goes into the description; objects are closed")
  func strict() throws {
    let strict = StrictSchema.of(schema, requiresAll: false)
    let title = try #require(strict["properties"]?["title"])
    #expect(title["maxLength"] == nil)
    #expect(title["description"] == "The title. (maxLength: 5)")
    #expect(strict["properties"]?["items"]?["items"]?["additionalProperties"] == false)
    #expect(strict["properties"]?["items"]?["items"]?["properties"]?["citations"]?["minItems"] == 1)
    #expect(strict["required"] == schema["required"])
  }

  @Test("where all must be required, optional members become nullable")
  func strictRequiresAll() {
    let strict = StrictSchema.of(schema, requiresAll: true)
    #expect(strict["required"] == ["title", "level", "note", "owner", "items", "score"])
    #expect(strict["properties"]?["note"]?["type"] == ["string", "null"])
    #expect(strict["properties"]?["title"]?["type"] == "string")
  }
}
