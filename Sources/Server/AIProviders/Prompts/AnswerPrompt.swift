/// A question about what was said, answered from messages that were found.
package struct AnswerPrompt: Prompt {
  package static let id = "answer"
  package static let version = 1
  package static let maximumTokens = 1_200

  /// Unguarded.
  package struct Output: Hashable, Sendable {
    /// Whether the messages answer the question; with no claim that survives the guard, they do
    /// not.
    package var isFound: Bool
    package var claims: [CitedText]

    package init?(_ json: JSONValue) {
      guard let claims = json["claims"]?.array, let isFound = json["found"]?.bool else { return nil }
      self.claims = claims.compactMap { CitedText($0) }
      self.isFound = isFound && !self.claims.isEmpty
    }
  }

  /// Found for the question, only from conversations that the asker may read.
  package var turns: [PromptTurn]
  package var question: String
  /// The asker's name in the messages.
  package var asker: String
  /// Today in words, on the asker's clock.
  package var today: String

  package init(turns: [PromptTurn], question: String, asker: String, today: String) {
    self.turns = turns
    self.question = question
    self.asker = asker
    self.today = today
  }

  package static let schema: JSONSchema? = JSONSchema(
    name: id,
    schema: .objectSchema([
      ("found", .booleanSchema("Whether the messages answer the question.")),
      (
        "claims",
        .arraySchema(
          of: .objectSchema([
            ("text", .stringSchema("One or two sentences of the answer.", atMost: 600)),
            ("citations", .citationsSchema),
          ]), atMost: 8)
      ),
    ]))

  package var instructions: String {
    """
    You answer a question of a member of a team from messages of the team's chat. Say only what the messages say, in short \
    full sentences; where they disagree, say so and who said what. Every sentence cites the numbers of the messages that \
    say it. If they do not answer the question, set `found` to false and give no claims; guess nothing. Answer in the \
    language of the question.
    \(PromptBlock.rule)
    """
  }

  package var material: String {
    [
      PromptBlock.list("asker", [asker]), PromptBlock.list("today", [today]), PromptBlock.text("question", question),
      PromptBlock.messages(turns),
    ].joined(separator: "\n")
  }
}
