// Made from wire/people.json: change that and run `make wire`.

import Domain

extension Invitation: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var id: InvitationID?
    var createdAt: Timestamp?
    var createdBy: UserID?
    var role: WorkspaceRole?
    var conversations: [ConversationID] = []
    var email: String?
    var maximumUses: Int64?
    var uses: Int64?
    var expiresAt: Timestamp?
    var endedAt: Timestamp?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.identifier()
      case "createdAt": createdAt = try reader.timestamp("createdAt")
      case "createdBy": createdBy = try reader.identifier()
      case "role": role = try reader.word("member or admin")
      case "conversations": conversations = try reader.identifiers() ?? []
      case "email": email = try reader.string()
      case "maximumUses": maximumUses = try reader.integer()
      case "uses": uses = try reader.integer()
      case "expiresAt": expiresAt = try reader.timestamp("expiresAt")
      case "endedAt": endedAt = try reader.timestamp("endedAt")
      default: try reader.skipValue()
      }
    }
    self.init(
      id: try id.required("id"), createdAt: try createdAt.required("createdAt"), createdBy: createdBy,
      role: try role.required("role"), conversations: conversations, email: email,
      maximumUses: try maximumUses.required("maximumUses"), uses: try uses.required("uses"),
      expiresAt: try expiresAt.required("expiresAt"), endedAt: endedAt)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("createdAt", createdAt)
    writer.field("createdBy", createdBy)
    writer.field("role", role.rawValue)
    writer.field("conversations", conversations)
    writer.field("email", email)
    writer.field("maximumUses", maximumUses)
    writer.field("uses", uses)
    writer.field("expiresAt", expiresAt)
    writer.field("endedAt", endedAt)
    writer.endObject()
  }
}
