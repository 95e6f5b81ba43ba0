// Made from wire/intelligence.json: change that and run `make wire`.

import Domain

extension ActionProposal: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var id: ActionProposalID?
    var function: String?
    var arguments: String?
    var summary: String?
    var state: State?
    var result: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.identifier()
      case "function": function = try reader.string()
      case "arguments": arguments = try reader.string()
      case "summary": summary = try reader.string()
      case "state": state = try reader.word("waiting, done, rejected or failed")
      case "result": result = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(
      id: try id.required("id"), function: try function.required("function"),
      arguments: try arguments.required("arguments"), summary: try summary.required("summary"),
      state: try state.required("state"), result: result)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("function", function)
    writer.field("arguments", arguments)
    writer.field("summary", summary)
    writer.field("state", state.rawValue)
    writer.field("result", result)
    writer.endObject()
  }
}
