// Made from wire/reminders.json: change that and run `make wire`.

import Domain

/// What somebody wants to be reminded of: a message, or words of their own.
package struct ReminderRequest: WireBody, Hashable {
  /// Made by the client so that a retry makes one.
  package var id: ReminderID
  package var at: Timestamp
  /// The beginning of the message when absent.
  package var text: String?
  package var conversation: ConversationID?
  /// Of that conversation.
  package var message: MessageID?
  package static let mostText = 300

  package init(
    id: ReminderID, at: Timestamp, text: String? = nil, conversation: ConversationID? = nil, message: MessageID? = nil
  ) {
    self.id = id
    self.at = at
    self.text = text
    self.conversation = conversation
    self.message = message
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var id: ReminderID?
    var at: Timestamp?
    var text: String?
    var conversation: ConversationID?
    var message: MessageID?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.identifier()
      case "at": at = try reader.timestamp("at")
      case "text": text = try reader.string()
      case "conversation": conversation = try reader.identifier()
      case "message": message = try reader.identifier()
      default: try reader.skipValue()
      }
    }
    self.init(
      id: try id.required("id"), at: try at.required("at"), text: text, conversation: conversation, message: message)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("at", at)
    writer.field("text", text)
    writer.field("conversation", conversation)
    writer.field("message", message)
    writer.endObject()
  }
}

/// Later, or done.
package struct ReminderChange: WireBody, Hashable {
  /// It reminds then, once more.
  package var at: Timestamp?
  package var isDone: Bool?

  package init(at: Timestamp? = nil, isDone: Bool? = nil) {
    self.at = at
    self.isDone = isDone
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var at: Timestamp?
    var isDone: Bool?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "at": at = try reader.timestamp("at")
      case "isDone": isDone = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    self.init(at: at, isDone: isDone)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("at", at)
    if let isDone { writer.field("isDone", isDone) }
    writer.endObject()
  }
}

/// The asker's reminders that are not over, those that have reminded first, then by time.
package struct RemindersResponse: WireBody, Hashable {
  package var reminders: [Reminder]

  package init(reminders: [Reminder]) {
    self.reminders = reminders
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var reminders: [Reminder] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "reminders": reminders = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    self.init(reminders: reminders)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("reminders", reminders)
    writer.endObject()
  }
}

/// The token of a link in a letter.
package struct UnsubscribeRequest: WireBody, Hashable {
  package var token: String

  package init(token: String) {
    self.token = token
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var token: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "token": token = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(token: try token.required("token"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("token", token)
    writer.endObject()
  }
}

/// What the asker thinks of it; an absent `feedback` takes it back.
package struct OpinionRequest: WireBody, Hashable {
  package var feedback: AIOutput.Feedback?

  package init(feedback: AIOutput.Feedback? = nil) {
    self.feedback = feedback
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var feedback: AIOutput.Feedback?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "feedback": feedback = try reader.word("helpful or unhelpful")
      default: try reader.skipValue()
      }
    }
    self.init(feedback: feedback)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("feedback", feedback?.rawValue)
    writer.endObject()
  }
}
