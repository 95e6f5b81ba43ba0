// Made from wire/reminders.json: change that and run `make wire`.

import Domain

extension Opinion: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var id: String?
    var rev: Int64?
    var subject: Subject?
    var conversation: ConversationID?
    var message: MessageID?
    var feedback: AIOutput.Feedback?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.string()
      case "rev": rev = try reader.integer()
      case "subject": subject = try reader.word("digest, priority, action_item, decision or scheduling")
      case "conversation": conversation = try reader.identifier()
      case "message": message = try reader.identifier()
      case "feedback": feedback = try reader.word("helpful or unhelpful")
      default: try reader.skipValue()
      }
    }
    self.init(
      id: try id.required("id"), rev: try rev.required("rev"), subject: try subject.required("subject"),
      conversation: try conversation.required("conversation"), message: try message.required("message"),
      feedback: feedback)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("rev", rev)
    writer.field("subject", subject.rawValue)
    writer.field("conversation", conversation)
    writer.field("message", message)
    writer.field("feedback", feedback?.rawValue)
    writer.endObject()
  }
}
