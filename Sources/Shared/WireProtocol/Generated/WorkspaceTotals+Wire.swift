// Made from wire/overview.json: change that and run `make wire`.

import Domain

extension WorkspaceTotals: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var people: Int64?
    var disabled: Int64?
    var groups: Int64?
    var directConversations: Int64?
    var messages: Int64?
    var fileBytes: Int64?
    var mostFileBytes: Int64?
    var mostFileBytesEach: Int64?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "people": people = try reader.integer()
      case "disabled": disabled = try reader.integer()
      case "groups": groups = try reader.integer()
      case "directConversations": directConversations = try reader.integer()
      case "messages": messages = try reader.integer()
      case "fileBytes": fileBytes = try reader.integer()
      case "mostFileBytes": mostFileBytes = try reader.integer()
      case "mostFileBytesEach": mostFileBytesEach = try reader.integer()
      default: try reader.skipValue()
      }
    }
    self.init(
      people: Int(try people.required("people")), disabled: Int(try disabled.required("disabled")),
      groups: Int(try groups.required("groups")),
      directConversations: Int(try directConversations.required("directConversations")),
      messages: Int(try messages.required("messages")), fileBytes: try fileBytes.required("fileBytes"),
      mostFileBytes: try mostFileBytes.required("mostFileBytes"),
      mostFileBytesEach: try mostFileBytesEach.required("mostFileBytesEach"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("people", people)
    writer.field("disabled", disabled)
    writer.field("groups", groups)
    writer.field("directConversations", directConversations)
    writer.field("messages", messages)
    writer.field("fileBytes", fileBytes)
    writer.field("mostFileBytes", mostFileBytes)
    writer.field("mostFileBytesEach", mostFileBytesEach)
    writer.endObject()
  }
}
