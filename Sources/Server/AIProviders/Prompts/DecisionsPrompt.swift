/// What a team agreed on.
package struct DecisionsPrompt: Prompt {
  package static let id = "decisions"
  package static let version = 1
  package static let maximumTokens = 1_500

  /// One decision, unguarded.
  package struct Item: Hashable, Sendable {
    /// A sentence that stands alone, with the messages that propose and settle it.
    package var decision: CitedText
    /// What led to it.
    package var context: String?
    package var tags: [String]
    /// Names of who took part.
    package var participants: [String]
    /// 0...1.
    package var confidence: Double

    init?(_ json: JSONValue) {
      guard let decision = CitedText(json, text: "decision") else { return nil }
      self.decision = decision
      context = json["context"]?.string
      tags = (json["tags"]?.array ?? []).compactMap(\.string)
      participants = (json["participants"]?.array ?? []).compactMap(\.string)
      confidence = min(1, max(0, json["confidence"]?.number ?? 0))
    }
  }

  package struct Output: Hashable, Sendable {
    package var items: [Item]

    package init?(_ json: JSONValue) {
      guard let items = json["decisions"]?.array else { return nil }
      self.items = items.compactMap(Item.init)
    }
  }

  package var turns: [PromptTurn]

  package init(turns: [PromptTurn]) {
    self.turns = turns
  }

  package static let schema: JSONSchema? = JSONSchema(
    name: id, schema: .objectSchema([("decisions", .arraySchema(of: itemSchema, atMost: 20))]))

  /// One decision.
  static let itemSchema = JSONValue.objectSchema([
    ("decision", .stringSchema("What was decided, as a sentence that stands alone.", atMost: 300)),
    ("context", .optionalStringSchema("Why, in one sentence; null when not said.", atMost: 300)),
    ("tags", .arraySchema(of: .stringSchema("A key word.", atMost: 40), atMost: 5)),
    ("participants", .arraySchema(of: .stringSchema("A name as in the messages.", atMost: 120), atMost: 20)),
    (
      "confidence",
      ["type": "number", "description": "How sure it was settled, 0 to 1.", "minimum": 0, "maximum": 1]
    ),
    ("citations", .citationsSchema),
  ])

  package var instructions: String {
    """
    You list the decisions in a team's chat: what was settled, by agreement or by whoever may. A proposal is none until \
    somebody agrees; an agreement says what it agrees to ("the second one" is written out). A later message may take a \
    decision back: leave it out then. Every decision cites the numbers of the messages that propose and settle it. If \
    there is none, give an empty list.
    \(PromptBlock.rule)
    """
  }

  package var material: String { PromptBlock.messages(turns) }
}
