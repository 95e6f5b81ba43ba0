// Made from wire/conversations.json: change that and run `make wire`.

import Domain

extension Conversation: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var id: ConversationID?
    var rev: Int64?
    var kind: Kind?
    var name: String?
    var photo: String?
    var createdAt: Timestamp?
    var createdBy: UserID?
    var intelligenceOff: Bool?
    var renamed: Renaming?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.identifier()
      case "rev": rev = try reader.integer()
      case "kind": kind = try reader.word("direct or group")
      case "name": name = try reader.string()
      case "photo": photo = try reader.string()
      case "createdAt": createdAt = try reader.timestamp("createdAt")
      case "createdBy": createdBy = try reader.identifier()
      case "intelligenceOff": intelligenceOff = try reader.boolean()
      case "renamed": renamed = try reader.body()
      default: try reader.skipValue()
      }
    }
    self.init(
      id: try id.required("id"), rev: try rev.required("rev"), kind: try kind.required("kind"), name: name,
      photo: photo, createdAt: try createdAt.required("createdAt"), createdBy: try createdBy.required("createdBy"),
      isIntelligenceOn: !(intelligenceOff ?? false), renamed: renamed)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("rev", rev)
    writer.field("kind", kind.rawValue)
    writer.field("name", name)
    writer.field("photo", photo)
    writer.field("createdAt", createdAt)
    writer.field("createdBy", createdBy)
    writer.field("intelligenceOff", ifTrue: !isIntelligenceOn)
    writer.field("renamed", renamed)
    writer.endObject()
  }
}
