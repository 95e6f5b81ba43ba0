// Made from wire/notifications.json: change that and run `make wire`.

import Domain

/// What became of notifications.
package struct PushOutcomes: WireBody, Hashable {
  package var outcomes: [PushOutcomeCount]

  package init(outcomes: [PushOutcomeCount]) {
    self.outcomes = outcomes
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var outcomes: [PushOutcomeCount] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "outcomes": outcomes = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    self.init(outcomes: outcomes)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("outcomes", outcomes)
    writer.endObject()
  }
}

/// How many notifications of a service came to the same.
package struct PushOutcomeCount: WireBody, Hashable {
  package var service: PushService
  /// `waiting` for those that are still to be sent.
  package var outcome: String
  package var count: Int64

  package init(service: PushService, outcome: String, count: Int64) {
    self.service = service
    self.outcome = outcome
    self.count = count
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var service: PushService?
    var outcome: String?
    var count: Int64?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "service": service = try reader.word("web, apns or fcm")
      case "outcome": outcome = try reader.string()
      case "count": count = try reader.integer()
      default: try reader.skipValue()
      }
    }
    self.init(
      service: try service.required("service"), outcome: try outcome.required("outcome"),
      count: try count.required("count"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("service", service.rawValue)
    writer.field("outcome", outcome)
    writer.field("count", count)
    writer.endObject()
  }
}

/// What `POST /v1/notifications/lookup` takes.
package struct NotificationLookupRequest: WireBody, Hashable {
  package var ticket: String

  package init(ticket: String) {
    self.ticket = ticket
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var ticket: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "ticket": ticket = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(ticket: try ticket.required("ticket"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("ticket", ticket)
    writer.endObject()
  }
}

/// What a browser shows of a message or a reminder.
package struct NotificationContent: WireBody, Hashable {
  package var conversation: ConversationID?
  package var message: MessageID?
  /// What is shown is this, and no message that came.
  package var reminder: ReminderID?
  /// Who sent it, and in which group.
  package var title: String
  package var body: String
  /// Messages that are unread, but for muted conversations.
  package var badge: Int64

  package init(
    conversation: ConversationID? = nil, message: MessageID? = nil, reminder: ReminderID? = nil, title: String,
    body: String, badge: Int64
  ) {
    self.conversation = conversation
    self.message = message
    self.reminder = reminder
    self.title = title
    self.body = body
    self.badge = badge
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var conversation: ConversationID?
    var message: MessageID?
    var reminder: ReminderID?
    var title: String?
    var body: String?
    var badge: Int64?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "conversation": conversation = try reader.identifier()
      case "message": message = try reader.identifier()
      case "reminder": reminder = try reader.identifier()
      case "title": title = try reader.string()
      case "body": body = try reader.string()
      case "badge": badge = try reader.integer()
      default: try reader.skipValue()
      }
    }
    self.init(
      conversation: conversation, message: message, reminder: reminder, title: try title.required("title"),
      body: try body.required("body"), badge: try badge.required("badge"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("conversation", conversation)
    writer.field("message", message)
    writer.field("reminder", reminder)
    writer.field("title", title)
    writer.field("body", body)
    writer.field("badge", badge)
    writer.endObject()
  }
}
