// Made from wire/requests.json: change that and run `make wire`.

import Domain

/// What `POST /v1/conversations` takes. `members` are the others.
package struct CreateConversationRequest: WireBody, Hashable {
  package var kind: Conversation.Kind
  package var members: [UserID]
  package var name: String?
  package var id: ConversationID?

  package init(kind: Conversation.Kind, members: [UserID], name: String? = nil, id: ConversationID? = nil) {
    self.kind = kind
    self.members = members
    self.name = name
    self.id = id
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var kind: Conversation.Kind?
    var members: [UserID] = []
    var name: String?
    var id: ConversationID?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "kind": kind = try reader.word("direct or group")
      case "members": members = try reader.identifiers() ?? []
      case "name": name = try reader.string()
      case "id": id = try reader.identifier()
      default: try reader.skipValue()
      }
    }
    self.init(kind: try kind.required("kind"), members: members, name: name, id: id)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("kind", kind.rawValue)
    writer.field("members", members)
    writer.field("name", name)
    writer.field("id", id)
    writer.endObject()
  }
}
