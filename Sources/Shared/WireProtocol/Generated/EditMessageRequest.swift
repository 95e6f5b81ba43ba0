// Made from wire/requests.json: change that and run `make wire`.

import Domain

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
