import AIProviders
import Domain

/// What the assistant can do. Names, arguments and descriptions are what a model is shown and what
/// `executeFunction` takes.
package enum AssistantFunction: String, Sendable, CaseIterable {
  case searchMessages
  case answerQuestion
  case summarizeConversation
  case catchUp
  case listActionItems
  case listDecisions
  case lookAgain
  case listPriorities
  case suggestMeetingTimes
  case sendMessage
  case completeActionItem
  case createActionItem
  case changeActionItem
  case markDecision
  case markRead
  case correctPriority
  case startConversation
  case findPeople
  case rememberFact
  case remindMe
  case listReminders

  package var description: String {
    switch self {
    case .searchMessages: "Finds messages by words and meaning. Takes from:, in:, before:, after: too."
    case .answerQuestion: "Answers a question from the member's conversations, with citations."
    case .summarizeConversation: "Summarises one conversation."
    case .catchUp: "Says what the member has missed in all conversations."
    case .listActionItems: "Lists open action items, the member's own, somebody's or everybody's."
    case .listDecisions: "Lists decisions, newest first."
    case .lookAgain: "Reads a conversation once more for action items or decisions that were missed or are wrong."
    case .listPriorities: "Lists the member's unread messages by urgency."
    case .suggestMeetingTimes: "Proposes times to meet for the members of a conversation."
    case .sendMessage: "Proposes to send a message as the member."
    case .completeActionItem: "Proposes to mark an action item as done."
    case .createActionItem:
      "Proposes to write a task into a conversation, as a message of the member that is marked as an action item."
    case .changeActionItem:
      "Proposes to change an action item: who does it, until when, its words, or whether it is open."
    case .markDecision: "Proposes to mark a message as a decision."
    case .markRead: "Proposes to mark a conversation, or all of them, as read."
    case .correctPriority: "Proposes to say that a message is urgent for the member, or is not."
    case .startConversation: "Proposes to start a conversation with one or more people."
    case .findPeople: "Finds people of the workspace by name."
    case .rememberFact: "Proposes to remember something about the member, in their words."
    case .remindMe: "Proposes to remind the member of something at a time that they name."
    case .listReminders: "Lists what the member will be reminded of."
    }
  }

  /// JSON Schema of the arguments.
  package var parameters: JSONValue {
    let conversation: (String, JSONValue) = (
      "conversation", .optionalStringSchema("Name of a group or of a person; null for the open one.", atMost: 120)
    )
    switch self {
    case .searchMessages: return .objectSchema([("query", .stringSchema("What to look for.", atMost: 300))])
    case .answerQuestion: return .objectSchema([("question", .stringSchema("The question.", atMost: 500))])
    case .summarizeConversation:
      return .objectSchema([
        conversation, ("days", ["type": ["integer", "null"], "minimum": 1, "maximum": 31]),
        ("question", .optionalStringSchema("What the summary should answer.", atMost: 500)),
      ])
    case .catchUp, .listPriorities, .listReminders: return .objectSchema([])
    case .listActionItems:
      return .objectSchema([
        ("mine", .booleanSchema("Only the member's own.")),
        ("owner", .optionalStringSchema("Name of somebody else whose they are.", atMost: 80)), conversation,
      ])
    case .listDecisions:
      return .objectSchema([("query", .optionalStringSchema("Words that must occur.", atMost: 120)), conversation])
    case .lookAgain:
      return .objectSchema([
        ("kind", .choiceSchema("What to look for.", of: ["tasks", "decisions"])), conversation,
        ("days", ["type": ["integer", "null"], "minimum": 1, "maximum": 31]),
      ])
    case .suggestMeetingTimes:
      return .objectSchema([
        conversation, ("topic", .optionalStringSchema("What it is about.", atMost: 120)),
        ("minutes", ["type": ["integer", "null"], "minimum": 10, "maximum": 480]),
        ("people", .optionalStringSchema("Names of who should come, parted by commas; null for all.", atMost: 300)),
      ])
    case .sendMessage:
      return .objectSchema([conversation, ("text", .stringSchema("The message, word for word.", atMost: 8_000))])
    case .completeActionItem:
      return .objectSchema([("item", .stringSchema("Words of the item, or its place in the last list.", atMost: 300))])
    case .createActionItem:
      return .objectSchema([
        ("text", .stringSchema("What is to be done, until when.", atMost: InsightChange.mostText)), Self.owner,
        conversation,
      ])
    case .changeActionItem:
      return .objectSchema([
        ("item", .stringSchema("Words of the item, or its place in the last list.", atMost: 300)), Self.owner,
        ("due", .optionalStringSchema("The new time, such as “Friday” or “2 May”.", atMost: 80)),
        ("text", .optionalStringSchema("The new words.", atMost: InsightChange.mostText)),
        ("status", ["type": ["string", "null"], "enum": ["open", "done", "dismissed", nil]]),
      ])
    case .markDecision: return .objectSchema([Self.message, conversation])
    case .markRead: return .objectSchema([("all", .booleanSchema("All conversations.")), conversation])
    case .correctPriority:
      return .objectSchema([Self.message, ("isUrgent", .booleanSchema("Urgent, else it can wait."))])
    case .startConversation:
      return .objectSchema([
        ("people", .stringSchema("Names, parted by commas or “and”.", atMost: 300)),
        ("name", .optionalStringSchema("Of the group; null for one person.", atMost: 80)),
      ])
    case .findPeople: return .objectSchema([("name", .stringSchema("A name, or part of it.", atMost: 120))])
    case .rememberFact: return .objectSchema([("text", .stringSchema("What to remember.", atMost: 300))])
    case .remindMe:
      return .objectSchema([
        ("text", .stringSchema("Of what, in the member's words.", atMost: 300)),
        ("when", .optionalStringSchema("When, such as “tomorrow at 9”; null when the text says it.", atMost: 80)),
      ])
    }
  }

  private static var owner: (String, JSONValue) {
    ("owner", .optionalStringSchema("Name of who does it; “me” for the member.", atMost: 80))
  }

  private static var message: (String, JSONValue) {
    ("message", .stringSchema("Words of the message, or “the last message”.", atMost: 300))
  }

  package var tool: ModelTool {
    ModelTool(name: rawValue, description: description, parameters: parameters)
  }
}
