// Made from wire/requests.json: change that and run `make wire`.

import Domain

/// What `POST /v1/conversations/{id}/messages` takes.
package struct PostMessageRequest: WireBody, Hashable {
  package var id: MessageID
  /// May be empty when files go with it.
  package var text: String
  package var replyTo: MessageID?
  /// Files that the asker has uploaded.
  package var attachments: [AttachmentReference]

  package init(id: MessageID, text: String, replyTo: MessageID? = nil, attachments: [AttachmentReference] = []) {
    self.id = id
    self.text = text
    self.replyTo = replyTo
    self.attachments = attachments
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var id: MessageID?
    var text: String?
    var replyTo: MessageID?
    var attachments: [AttachmentReference] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.identifier()
      case "text": text = try reader.string()
      case "replyTo": replyTo = try reader.identifier()
      case "attachments": attachments = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    self.init(id: try id.required("id"), text: try text.required("text"), replyTo: replyTo, attachments: attachments)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("text", text)
    writer.field("replyTo", replyTo)
    writer.field("attachments", ifAny: attachments)
    writer.endObject()
  }
}

/// What `PATCH /v1/conversations/{id}/messages/{message}` takes.
package struct EditMessageRequest: WireBody, Hashable {
  package var editID: EditID
  package var text: String

  package init(editID: EditID, text: String) {
    self.editID = editID
    self.text = text
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var editID: EditID?
    var text: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "editId": editID = try reader.identifier()
      case "text": text = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(editID: try editID.required("editId"), text: try text.required("text"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("editId", editID)
    writer.field("text", text)
    writer.endObject()
  }
}
