/// Catching up on one conversation.
package struct SummaryPrompt: Prompt {
  package static let id = "summary"
  package static let version = 1
  package static let maximumTokens = 1_500

  /// Unguarded: pass both lists through `ModelOutputGuard.claims`.
  package struct Output: Hashable, Sendable {
    package var points: [CitedText]
    /// Who said what, one a person.
    package var contributions: [CitedText]
    /// Of whom the contribution of the same index is.
    package var contributors: [String]

    package init?(_ json: JSONValue) {
      guard let points = json["points"]?.array else { return nil }
      self.points = points.compactMap { CitedText($0) }
      let people = (json["contributions"]?.array ?? []).compactMap { entry in
        CitedText(entry).map { ($0, entry["person"]?.string ?? "") }
      }
      contributions = people.map(\.0)
      contributors = people.map(\.1)
    }
  }

  package var turns: [PromptTurn]
  /// The name by which the reader is known in the messages.
  package var reader: String
  /// What the reader wants to know of them; `nil` for everything.
  package var question: String?
  /// Wanted length.
  package var words: Int

  package init(turns: [PromptTurn], reader: String, question: String? = nil, words: Int = 120) {
    self.turns = turns
    self.reader = reader
    self.question = question
    self.words = words
  }

  package static let schema: JSONSchema? = JSONSchema(
    name: id,
    schema: .objectSchema([
      (
        "points",
        .arraySchema(
          of: .objectSchema([
            ("text", .stringSchema("One or two full sentences of the summary.", atMost: 600)),
            ("citations", .citationsSchema),
          ]), atMost: 12)
      ),
      (
        "contributions",
        .arraySchema(
          of: .objectSchema([
            ("person", .stringSchema("The name as in the messages.", atMost: 120)),
            ("text", .stringSchema("What this person brought in, in one sentence.", atMost: 300)),
            ("citations", .citationsSchema),
          ]), atMost: 12)
      ),
    ]))

  package var instructions: String {
    """
    You summarise a team's chat for a member who was away. Write `points`: plain prose in full sentences that read one \
    after the other as a summary of about \(words) words; what was decided, what is asked of whom and by when, what is \
    still open, then the rest. Name people. Leave out greetings. Every point cites the numbers of the messages that say \
    it. Write `contributions`: one sentence for each person who mattered. If there is nothing to say, give empty lists. \
    Answer in the language of most messages.
    \(question == nil ? "" : "Write only what answers the reader's question.")
    \(PromptBlock.rule)
    """
  }

  package var material: String {
    var blocks = [PromptBlock.list("reader", [reader])]
    if let question { blocks.append(PromptBlock.text("question", question)) }
    return (blocks + [PromptBlock.messages(turns)]).joined(separator: "\n")
  }
}
