import Domain

/// The same keys as its `Codable` form, so that feeds and REST answers show one shape.
extension Insight: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var fields = InsightFields()
    try reader.requireObject()
    while let key = try reader.nextKey() { try fields.read(key, from: &reader) }
    self = try fields.insight()
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("rev", rev)
    writer.field("kind", kind.rawValue)
    writer.field("status", status.rawValue)
    writer.field("text", text)
    writer.field("citations", citations)
    writer.field("owner", owner)
    writer.field("ownerName", ownerName)
    writer.field("dueAt", dueAt)
    writer.field("dueText", dueText)
    writer.field("participants", participants)
    writer.field("tags", tags)
    writer.field("context", context)
    writer.field("confidence", confidence)
    writer.field("reason", reason)
    writer.field("model", model)
    writer.field("createdBy", createdBy)
    writer.field("createdAt", createdAt)
    writer.field("updatedAt", updatedAt)
    writer.field("isEdited", isEdited)
    writer.endObject()
  }
}

/// What has been read of an insight.
private struct InsightFields {
  private var id: InsightID?
  private var rev: Int64?
  private var kind: Insight.Kind?
  private var status: Insight.Status?
  private var text: String?
  private var citations: [MessageID] = []
  private var owner: UserID?
  private var ownerName: String?
  private var dueAt: Timestamp?
  private var dueText: String?
  private var participants: [UserID] = []
  private var tags: [String] = []
  private var context: String?
  private var confidence: Double?
  private var reason: String?
  private var model: String?
  private var createdBy: UserID?
  private var createdAt: Timestamp?
  private var updatedAt: Timestamp?
  private var isEdited = false

  mutating func read(_ key: String, from reader: inout JSONReader) throws(Refusal) {
    switch key {
    case "id": id = try reader.identifier()
    case "rev": rev = try reader.integer()
    case "kind": kind = try reader.word("action_item, decision or scheduling")
    case "status": status = try reader.word("open, done, dismissed or withdrawn")
    case "text": text = try reader.string()
    case "citations": citations = try reader.identifiers() ?? []
    case "owner": owner = try reader.identifier()
    case "ownerName": ownerName = try reader.string()
    case "dueAt": dueAt = try reader.timestamp()
    case "dueText": dueText = try reader.string()
    case "participants": participants = try reader.identifiers() ?? []
    case "tags": tags = try reader.strings()
    default: try readOrigin(key, from: &reader)
    }
  }

  private mutating func readOrigin(_ key: String, from reader: inout JSONReader) throws(Refusal) {
    switch key {
    case "context": context = try reader.string()
    case "confidence": confidence = try reader.number()
    case "reason": reason = try reader.string()
    case "model": model = try reader.string()
    case "createdBy": createdBy = try reader.identifier()
    case "createdAt": createdAt = try reader.timestamp()
    case "updatedAt": updatedAt = try reader.timestamp()
    case "isEdited": isEdited = try reader.boolean() ?? false
    default: try reader.skipValue()
    }
  }

  func insight() throws(Refusal) -> Insight {
    Insight(
      id: try id.required("id"), rev: try rev.required("rev"), kind: try kind.required("kind"),
      status: try status.required("status"), text: try text.required("text"), citations: citations, owner: owner,
      ownerName: ownerName, dueAt: dueAt, dueText: dueText, participants: participants, tags: tags, context: context,
      confidence: confidence ?? 0, reason: reason ?? "", model: model, createdBy: createdBy,
      createdAt: try createdAt.required("createdAt"), updatedAt: try updatedAt.required("updatedAt"),
      isEdited: isEdited)
  }
}
