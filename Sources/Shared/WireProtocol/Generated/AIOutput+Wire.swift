// Made from wire/intelligence.json: change that and run `make wire`.

import Domain

extension AIOutput: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var id: AIOutputID?
    var kind: Kind?
    var conversation: ConversationID?
    var title: String?
    var text: String?
    var points: [CitedPoint] = []
    var contributions: [CitedPoint] = []
    var slots: [MeetingSlot] = []
    var isFound: Bool?
    var confidence: Double?
    var reason: String?
    var receipt: AIReceipt?
    var createdAt: Timestamp?
    var expiresAt: Timestamp?
    var feedback: Feedback?
    var feedbackNote: String?
    var isDismissed: Bool?
    var sharedAs: MessageID?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.identifier()
      case "kind": kind = try reader.word("summary, digest, answer or meeting")
      case "conversation": conversation = try reader.identifier()
      case "title": title = try reader.string()
      case "text": text = try reader.string()
      case "points": points = try reader.bodies()
      case "contributions": contributions = try reader.bodies()
      case "slots": slots = try reader.bodies()
      case "isFound": isFound = try reader.boolean()
      case "confidence": confidence = try reader.number()
      case "reason": reason = try reader.string()
      case "receipt": receipt = try reader.body()
      case "createdAt": createdAt = try reader.timestamp("createdAt")
      case "expiresAt": expiresAt = try reader.timestamp("expiresAt")
      case "feedback": feedback = try reader.word("helpful or unhelpful")
      case "feedbackNote": feedbackNote = try reader.string()
      case "isDismissed": isDismissed = try reader.boolean()
      case "sharedAs": sharedAs = try reader.identifier()
      default: try reader.skipValue()
      }
    }
    self.init(
      id: try id.required("id"), kind: try kind.required("kind"), conversation: conversation,
      title: try title.required("title"), text: try text.required("text"), points: points, contributions: contributions,
      slots: slots, isFound: isFound ?? true, confidence: try confidence.required("confidence"),
      reason: try reason.required("reason"), receipt: try receipt.required("receipt"),
      createdAt: try createdAt.required("createdAt"), expiresAt: try expiresAt.required("expiresAt"),
      feedback: feedback, feedbackNote: feedbackNote, isDismissed: isDismissed ?? false, sharedAs: sharedAs)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("kind", kind.rawValue)
    writer.field("conversation", conversation)
    writer.field("title", title)
    writer.field("text", text)
    writer.field("points", points)
    writer.field("contributions", contributions)
    writer.field("slots", slots)
    writer.field("isFound", isFound)
    writer.field("confidence", confidence)
    writer.field("reason", reason)
    writer.field("receipt", receipt)
    writer.field("createdAt", createdAt)
    writer.field("expiresAt", expiresAt)
    writer.field("feedback", feedback?.rawValue)
    writer.field("feedbackNote", feedbackNote)
    writer.field("isDismissed", isDismissed)
    writer.field("sharedAs", sharedAs)
    writer.endObject()
  }
}
