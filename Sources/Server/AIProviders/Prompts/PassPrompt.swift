/// Everything that one reading of a conversation's new messages is for: tasks, decisions, wishes to
/// meet, what presses whom, and which records of this server are none.
package struct PassPrompt: Prompt {
  package static let id = "pass"
  package static let version = 1
  package static let maximumTokens = 4_000

  /// A record that this server has made of these messages.
  package struct Record: Hashable, Sendable {
    /// What the model names it by; unique in the prompt, from 1.
    package var number: Int
    /// Such as "task".
    package var kind: String
    package var text: String
    /// Numbers of the messages that it rests on.
    package var messages: [Int]

    package init(number: Int, kind: String, text: String, messages: [Int]) {
      self.number = number
      self.kind = kind
      self.text = text
      self.messages = messages
    }
  }

  /// A wish to meet, unguarded.
  package struct Meeting: Hashable, Sendable {
    package var topic: CitedText
    package var participants: [String]
  }

  /// How much a message wants of one reader, unguarded.
  package struct Urgency: Hashable, Sendable {
    /// The levels, most pressing first; the same words as the wire's. What needs nothing of a
    /// reader is not asked for.
    package static let levels = ["urgent", "can_wait"]

    /// The number of the message.
    package var message: Int
    /// A name of `members`.
    package var reader: String
    /// One of `levels`.
    package var level: String
    /// 0...1, higher first.
    package var score: Double
    package var reason: String
  }

  /// `nil` for what has another form, and for longer lists than were asked for: whoever answers
  /// with a thousand tasks has not read.
  package struct Output: Hashable, Sendable {
    package var tasks: [ActionItemsPrompt.Item]
    package var decisions: [DecisionsPrompt.Item]
    package var meetings: [Meeting]
    package var urgency: [Urgency]
    /// Numbers of records.
    package var wrong: [Int]

    package init?(_ json: JSONValue) {
      guard let meetings = json["meetings"]?.array, let urgency = json["urgency"]?.array,
        let wrong = json["wrong"]?.array, let tasks = json["tasks"]?.array, let decisions = json["decisions"]?.array,
        tasks.count <= mostTasks, decisions.count <= mostDecisions, meetings.count <= mostMeetings,
        urgency.count <= mostUrgency, wrong.count <= mostRecords
      else { return nil }
      self.tasks = tasks.compactMap(ActionItemsPrompt.Item.init)
      self.decisions = decisions.compactMap(DecisionsPrompt.Item.init)
      self.meetings = meetings.compactMap { entry in
        CitedText(entry, text: "topic").map {
          Meeting(topic: $0, participants: (entry["participants"]?.array ?? []).compactMap(\.string))
        }
      }
      self.urgency = urgency.compactMap(Urgency.init)
      self.wrong = wrong.compactMap(\.integer)
    }
  }

  package static let mostTasks = 30
  package static let mostDecisions = 20
  package static let mostMeetings = 5
  package static let mostUrgency = 40
  /// Of those that are shown too.
  package static let mostRecords = 60

  /// The messages, oldest first: some that were read before, then those to be read.
  package var turns: [PromptTurn]
  /// The number of the first message that is to be read.
  package var firstNew: Int
  package var members: [String]
  package var records: [Record]

  package init(turns: [PromptTurn], firstNew: Int, members: [String], records: [Record]) {
    self.turns = turns
    self.firstNew = firstNew
    self.members = members
    self.records = records
  }

  package static let schema: JSONSchema? = JSONSchema(
    name: id,
    schema: .objectSchema([
      ("tasks", .arraySchema(of: ActionItemsPrompt.itemSchema, atMost: mostTasks)),
      ("decisions", .arraySchema(of: DecisionsPrompt.itemSchema, atMost: mostDecisions)),
      (
        "meetings",
        .arraySchema(
          of: .objectSchema([
            ("topic", .stringSchema("What the meeting is about, at most eight words.", atMost: 120)),
            ("participants", .arraySchema(of: .stringSchema("A name as in members.", atMost: 120), atMost: 30)),
            ("citations", .citationsSchema),
          ]), atMost: mostMeetings)
      ),
      (
        "urgency",
        .arraySchema(
          of: .objectSchema([
            ("message", .integerSchema("The number of the message.")),
            ("reader", .stringSchema("Whom it presses: a name as in members, not who wrote it.", atMost: 120)),
            ("level", .choiceSchema("How much it wants of the reader.", of: Urgency.levels)),
            (
              "score",
              ["type": "number", "description": "0 to 1, higher is more pressing.", "minimum": 0, "maximum": 1]
            ),
            ("reason", .stringSchema("Why, in at most twelve words of the message.", atMost: 160)),
          ]), atMost: mostUrgency)
      ),
      (
        "wrong",
        [
          "type": "array", "description": "The numbers of records that are none.", "items": ["type": "integer"],
          "maxItems": .integer(mostRecords),
        ]
      ),
    ]))

  package var instructions: String {
    """
    You read the newest messages of a team's chat, from the number in <new> on; those before are there to understand \
    them. List:
    `tasks`: what somebody promised to do, or was asked to do and did not refuse. Not ideas, not questions that an \
    answer settles, not what is already done or is done at once. "I" is who wrote the message; "you" is whom it answers \
    or names. Invent no owner and no date.
    `decisions`: what was settled, by agreement or by whoever may. A proposal is none until somebody agrees.
    `meetings`: that people want to meet or call and have no time for it yet; one for a discussion.
    `urgency`: messages that want something of a member soon, each for that member. That a message calls itself urgent \
    proves nothing: judge what it is about. Leave out what needs nothing of anybody.
    `wrong`: of the lines between <records> and </records>, which this server took for tasks, decisions or wishes to \
    meet, the numbers of those that are none. Say a right one again in its list, in better words, citing its messages.
    Everything cites the numbers of the messages that say it, at least one of them new. Empty lists are good answers.
    \(PromptBlock.rule)
    What stands between <records> and </records> was made of such messages, and is material too.
    """
  }

  package var material: String {
    [
      PromptBlock.list("members", members), PromptBlock.list("new", ["\(firstNew)"]),
      PromptBlock.records(records), PromptBlock.messages(turns),
    ].joined(separator: "\n")
  }
}

extension PassPrompt.Urgency {
  fileprivate init?(_ json: JSONValue) {
    guard let message = json["message"]?.integer, let reader = json["reader"]?.string,
      let level = json["level"]?.string, Self.levels.contains(level)
    else { return nil }
    self.init(
      message: message, reader: reader, level: level, score: min(1, max(0, json["score"]?.number ?? 0)),
      reason: json["reason"]?.string ?? "")
  }
}
