/// What was missed in all conversations of a reader.
package struct DigestPrompt: Prompt {
  package static let id = "digest"
  package static let version = 1
  package static let maximumTokens = 2_000

  /// Unguarded.
  package struct Output: Hashable, Sendable {
    package var points: [CitedText]

    package init?(_ json: JSONValue) {
      guard let points = json["points"]?.array else { return nil }
      self.points = points.compactMap { CitedText($0) }
    }
  }

  /// With `conversation` set.
  package var turns: [PromptTurn]
  package var reader: String

  package init(turns: [PromptTurn], reader: String) {
    self.turns = turns
    self.reader = reader
  }

  package static let schema: JSONSchema? = JSONSchema(
    name: id,
    schema: .objectSchema([
      (
        "points",
        .arraySchema(
          of: .objectSchema([
            ("text", .stringSchema("One or two full sentences that name the conversation.", atMost: 400)),
            ("citations", .citationsSchema),
          ]), atMost: 20)
      )
    ]))

  package var instructions: String {
    """
    You tell a member of a team what they missed in several conversations. Each message says in `in` which one it is \
    from. Write `points`, the most important for the reader first: what is asked of the reader, decisions that touch \
    them, dates, then the rest. Name people and the conversation. Every point cites the numbers of the messages that say \
    it. Leave out what needs no attention; an empty list is a good answer. Answer in the language of most messages.
    \(PromptBlock.rule)
    """
  }

  package var material: String {
    [PromptBlock.list("reader", [reader]), PromptBlock.messages(turns)].joined(separator: "\n")
  }
}
