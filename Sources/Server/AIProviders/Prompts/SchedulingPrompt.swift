/// Whether somebody wants to meet, and what they said about when.
package struct SchedulingPrompt: Prompt {
  package static let id = "scheduling"
  package static let version = 1
  package static let maximumTokens = 1_000

  /// What one person said about a time, unguarded.
  package struct Constraint: Hashable, Sendable {
    package var person: String
    /// As written, such as "not before 3pm on Thursday".
    package var words: CitedText
    /// Whether it is wanted; otherwise refused.
    package var isWanted: Bool
  }

  package struct Output: Hashable, Sendable {
    /// `nil` when nobody wants to meet.
    package var topic: CitedText?
    /// Minutes, when somebody said so.
    package var minutes: Int?
    package var participants: [String]
    package var constraints: [Constraint]

    package init?(_ json: JSONValue) {
      guard let wantsToMeet = json["wantsToMeet"]?.bool else { return nil }
      let claim = CitedText(json, text: "topic")
      topic = wantsToMeet ? claim : nil
      minutes = json["minutes"]?.integer.flatMap { (5...480).contains($0) ? $0 : nil }
      participants = (json["participants"]?.array ?? []).compactMap(\.string)
      constraints = (json["constraints"]?.array ?? []).compactMap { entry in
        CitedText(entry, text: "words").map {
          Constraint(person: entry["person"]?.string ?? "", words: $0, isWanted: entry["wanted"]?.bool ?? true)
        }
      }
    }
  }

  package var turns: [PromptTurn]
  package var members: [String]

  package init(turns: [PromptTurn], members: [String]) {
    self.turns = turns
    self.members = members
  }

  package static let schema: JSONSchema? = JSONSchema(
    name: id,
    schema: .objectSchema([
      ("wantsToMeet", .booleanSchema("Whether somebody wants to meet or call.")),
      (
        "topic", .optionalStringSchema("What the meeting is about, at most eight words; null without one.", atMost: 120)
      ),
      (
        "minutes",
        ["type": ["integer", "null"], "description": "How long, when somebody said so.", "minimum": 5, "maximum": 480]
      ),
      ("participants", .arraySchema(of: .stringSchema("A name as in members.", atMost: 120), atMost: 30)),
      (
        "constraints",
        .arraySchema(
          of: .objectSchema([
            ("person", .stringSchema("Who said it.", atMost: 120)),
            ("words", .stringSchema("The time, in the words of the message.", atMost: 120)),
            ("wanted", .booleanSchema("True when they want it, false when they cannot.")),
            ("citations", .citationsSchema),
          ]), atMost: 30)
      ),
      (
        "citations",
        [
          "type": "array", "description": "The numbers of the messages that want to meet; empty when nobody does.",
          "items": ["type": "integer"], "maxItems": 8,
        ]
      ),
    ]))

  package var instructions: String {
    """
    You find out whether people in a team's chat want to meet or call, and what they said about when. Copy times in the \
    words of the messages; work out nothing and propose nothing. A meeting that is already settled or over is none.
    \(PromptBlock.rule)
    """
  }

  package var material: String {
    [PromptBlock.list("members", members), PromptBlock.messages(turns)].joined(separator: "\n")
  }
}
