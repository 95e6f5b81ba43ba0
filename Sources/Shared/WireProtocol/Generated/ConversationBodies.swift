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

/// What `PATCH /v1/conversations/{id}` takes: an absent key leaves a value as it is, `null` clears
/// the photo.
package struct ConversationPatchRequest: WireBody, Hashable {
  package var name: String?
  package var photo: String??

  package init(name: String? = nil, photo: String?? = nil) {
    self.name = name
    self.photo = photo
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var name: String?
    var photo: String??
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "name": name = try reader.string()
      case "photo": photo = .some(try reader.string())
      default: try reader.skipValue()
      }
    }
    self.init(name: name, photo: photo)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("name", name)
    writer.clearableField("photo", photo)
    writer.endObject()
  }
}

/// A conversation and the rev of its feed.
package struct FeedRev: WireBody, Hashable {
  package var id: ConversationID
  package var rev: Int64

  package init(id: ConversationID, rev: Int64) {
    self.id = id
    self.rev = rev
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var id: ConversationID?
    var rev: Int64?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.identifier()
      case "rev": rev = try reader.integer()
      default: try reader.skipValue()
      }
    }
    self.init(id: try id.required("id"), rev: try rev.required("rev"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("rev", rev)
    writer.endObject()
  }
}

/// The asker's conversations.
package struct ConversationsResponse: WireBody, Hashable {
  package var conversations: [FeedRev]

  package init(conversations: [FeedRev]) {
    self.conversations = conversations
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var conversations: [FeedRev] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "conversations": conversations = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    self.init(conversations: conversations)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("conversations", conversations)
    writer.endObject()
  }
}
