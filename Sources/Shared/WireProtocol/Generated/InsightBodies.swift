// Made from wire/intelligence-bodies.json: change that and run `make wire`.

import Domain

/// Insights of the asker's conversations, newest first.
package struct InsightsResponse: WireBody, Hashable {
  package var insights: [PlacedInsight]
  /// Said when they were looked for otherwise than the server's owner has chosen.
  package var notice: String?

  package init(insights: [PlacedInsight], notice: String? = nil) {
    self.insights = insights
    self.notice = notice
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var insights: [PlacedInsight] = []
    var notice: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "insights": insights = try reader.bodies()
      case "notice": notice = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(insights: insights, notice: notice)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("insights", insights)
    writer.field("notice", notice)
    writer.endObject()
  }
}

/// A message that a member marks, or a task that a member writes without one.
package struct MarkInsightRequest: WireBody, Hashable {
  package var kind: Insight.Kind
  /// Absent for an action item with a text of its own alone.
  package var message: MessageID?
  /// As long as that of a change; the message's own words when absent.
  package var text: String?
  /// Action items: a member of the conversation.
  package var owner: UserID?
  /// Action items.
  package var dueAt: Timestamp?
  /// Made by the client so that a retry marks once.
  package var id: InsightID?

  package init(
    kind: Insight.Kind, message: MessageID? = nil, text: String? = nil, owner: UserID? = nil, dueAt: Timestamp? = nil,
    id: InsightID? = nil
  ) {
    self.kind = kind
    self.message = message
    self.text = text
    self.owner = owner
    self.dueAt = dueAt
    self.id = id
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var kind: Insight.Kind?
    var message: MessageID?
    var text: String?
    var owner: UserID?
    var dueAt: Timestamp?
    var id: InsightID?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "kind": kind = try reader.word("action_item, decision or scheduling")
      case "message": message = try reader.identifier()
      case "text": text = try reader.string()
      case "owner": owner = try reader.identifier()
      case "dueAt": dueAt = try reader.timestamp("dueAt")
      case "id": id = try reader.identifier()
      default: try reader.skipValue()
      }
    }
    self.init(kind: try kind.required("kind"), message: message, text: text, owner: owner, dueAt: dueAt, id: id)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("kind", kind.rawValue)
    writer.field("message", message)
    writer.field("text", text)
    writer.field("owner", owner)
    writer.field("dueAt", dueAt)
    writer.field("id", id)
    writer.endObject()
  }
}
