// Made from wire/intelligence.json: change that and run `make wire`.

import Domain

extension AssistantMessage: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var id: AssistantMessageID?
    var role: Role?
    var text: String?
    var citations: [Citation] = []
    var proposals: [ActionProposal] = []
    var receipt: AIReceipt?
    var createdAt: Timestamp?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.identifier()
      case "role": role = try reader.word("user or assistant")
      case "text": text = try reader.string()
      case "citations": citations = try reader.bodies()
      case "proposals": proposals = try reader.bodies()
      case "receipt": receipt = try reader.body()
      case "createdAt": createdAt = try reader.timestamp("createdAt")
      default: try reader.skipValue()
      }
    }
    self.init(
      id: try id.required("id"), role: try role.required("role"), text: try text.required("text"), citations: citations,
      proposals: proposals, receipt: receipt, createdAt: try createdAt.required("createdAt"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("role", role.rawValue)
    writer.field("text", text)
    writer.field("citations", citations)
    writer.field("proposals", proposals)
    writer.field("receipt", receipt)
    writer.field("createdAt", createdAt)
    writer.endObject()
  }
}
