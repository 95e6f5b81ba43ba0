// Made from wire/reminders.json: change that and run `make wire`.

import Domain

extension Reminder: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var id: ReminderID?
    var rev: Int64?
    var kind: Kind?
    var state: State?
    var at: Timestamp?
    var text: String?
    var conversation: ConversationID?
    var message: MessageID?
    var insight: InsightID?
    var output: AIOutputID?
    var dueAt: Timestamp?
    var createdAt: Timestamp?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.identifier()
      case "rev": rev = try reader.integer()
      case "kind": kind = try reader.word("task, message, note or digest")
      case "state": state = try reader.word("waiting, due or over")
      case "at": at = try reader.timestamp("at")
      case "text": text = try reader.string()
      case "conversation": conversation = try reader.identifier()
      case "message": message = try reader.identifier()
      case "insight": insight = try reader.identifier()
      case "output": output = try reader.identifier()
      case "dueAt": dueAt = try reader.timestamp("dueAt")
      case "createdAt": createdAt = try reader.timestamp("createdAt")
      default: try reader.skipValue()
      }
    }
    self.init(
      id: try id.required("id"), rev: try rev.required("rev"), kind: try kind.required("kind"),
      state: try state.required("state"), at: try at.required("at"), text: try text.required("text"),
      conversation: conversation, message: message, insight: insight, output: output, dueAt: dueAt,
      createdAt: try createdAt.required("createdAt"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("rev", rev)
    writer.field("kind", kind.rawValue)
    writer.field("state", state.rawValue)
    writer.field("at", at)
    writer.field("text", text)
    writer.field("conversation", conversation)
    writer.field("message", message)
    writer.field("insight", insight)
    writer.field("output", output)
    writer.field("dueAt", dueAt)
    writer.field("createdAt", createdAt)
    writer.endObject()
  }
}
