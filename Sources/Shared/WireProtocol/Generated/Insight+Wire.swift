// Made from wire/intelligence.json: change that and run `make wire`.

import Domain

extension Insight: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var id: InsightID?
    var rev: Int64?
    var kind: Kind?
    var status: Status?
    var text: String?
    var citations: [MessageID] = []
    var owner: UserID?
    var ownerName: String?
    var dueAt: Timestamp?
    var dueText: String?
    var participants: [UserID] = []
    var tags: [String] = []
    var context: String?
    var confidence: Double?
    var reason: String?
    var model: String?
    var createdBy: UserID?
    var createdAt: Timestamp?
    var updatedAt: Timestamp?
    var report: TaskReport?
    var isEdited: Bool?
    var completedAt: Timestamp?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.identifier()
      case "rev": rev = try reader.integer()
      case "kind": kind = try reader.word("action_item, decision or scheduling")
      case "status": status = try reader.word("open, done, dismissed or withdrawn")
      case "text": text = try reader.string()
      case "citations": citations = try reader.identifiers() ?? []
      case "owner": owner = try reader.identifier()
      case "ownerName": ownerName = try reader.string()
      case "dueAt": dueAt = try reader.timestamp("dueAt")
      case "dueText": dueText = try reader.string()
      case "participants": participants = try reader.identifiers() ?? []
      case "tags": tags = try reader.strings()
      case "context": context = try reader.string()
      case "confidence": confidence = try reader.number()
      case "reason": reason = try reader.string()
      case "model": model = try reader.string()
      case "createdBy": createdBy = try reader.identifier()
      case "createdAt": createdAt = try reader.timestamp("createdAt")
      case "updatedAt": updatedAt = try reader.timestamp("updatedAt")
      case "report": report = try reader.body()
      case "isEdited": isEdited = try reader.boolean()
      case "completedAt": completedAt = try reader.timestamp("completedAt")
      default: try reader.skipValue()
      }
    }
    self.init(
      id: try id.required("id"), rev: try rev.required("rev"), kind: try kind.required("kind"),
      status: try status.required("status"), text: try text.required("text"), citations: citations, owner: owner,
      ownerName: ownerName, dueAt: dueAt, dueText: dueText, participants: participants, tags: tags, context: context,
      confidence: confidence ?? 0, reason: reason ?? "", model: model, createdBy: createdBy,
      createdAt: try createdAt.required("createdAt"), updatedAt: try updatedAt.required("updatedAt"), report: report,
      isEdited: isEdited ?? false, completedAt: completedAt)
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
    writer.field("report", report)
    writer.field("isEdited", isEdited)
    writer.field("completedAt", completedAt)
    writer.endObject()
  }
}
