/// Tasks that somebody took on or was given.
package struct ActionItemsPrompt: Prompt {
  package static let id = "actionItems"
  package static let version = 1
  package static let maximumTokens = 1_500

  /// One task, unguarded.
  package struct Item: Hashable, Sendable {
    /// The imperative phrase with the messages that give it.
    package var task: CitedText
    /// A name of `members`, or as written.
    package var owner: String?
    /// As written, such as "by Friday".
    package var dueText: String?
    /// 0...1.
    package var confidence: Double

    init?(_ json: JSONValue) {
      guard let task = CitedText(json, text: "task") else { return nil }
      self.task = task
      owner = json["owner"]?.string
      dueText = json["due"]?.string
      confidence = min(1, max(0, json["confidence"]?.number ?? 0))
    }
  }

  package struct Output: Hashable, Sendable {
    package var items: [Item]

    package init?(_ json: JSONValue) {
      guard let items = json["items"]?.array else { return nil }
      self.items = items.compactMap(Item.init)
    }
  }

  package var turns: [PromptTurn]
  /// Display names of the conversation's members.
  package var members: [String]

  package init(turns: [PromptTurn], members: [String]) {
    self.turns = turns
    self.members = members
  }

  package static let schema: JSONSchema? = JSONSchema(
    name: id, schema: .objectSchema([("items", .arraySchema(of: itemSchema, atMost: 30))]))

  /// One task.
  static let itemSchema = JSONValue.objectSchema([
    ("task", .stringSchema("What is to be done, as a command, without names or dates.", atMost: 140)),
    ("owner", .optionalStringSchema("Who is to do it, as in members; null when not said.", atMost: 120)),
    ("due", .optionalStringSchema("When it is due, in the words of the message; null when not said.", atMost: 80)),
    (
      "confidence",
      ["type": "number", "description": "How sure this is a task, 0 to 1.", "minimum": 0, "maximum": 1]
    ),
    ("citations", .citationsSchema),
  ])

  package var instructions: String {
    """
    You list the tasks in a team's chat: what somebody promised to do, or was asked to do and did not refuse. Not ideas, \
    not questions that an answer settles, not what is already done. "I" is who wrote the message; "you" is whom it \
    answers or names. Invent no owner and no date. Every task cites the numbers of the messages that give it. If there is \
    none, give an empty list.
    \(PromptBlock.rule)
    """
  }

  package var material: String {
    [PromptBlock.list("members", members), PromptBlock.messages(turns)].joined(separator: "\n")
  }
}
