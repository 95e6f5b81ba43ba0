// Made from wire/messages.json: change that and run `make wire`.

import Domain

extension SearchResult: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var conversation: ConversationID?
    var message: Message?
    var snippet: String?
    var file: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "conversation": conversation = try reader.identifier()
      case "message": message = try reader.body()
      case "snippet": snippet = try reader.string()
      case "file": file = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(
      conversation: try conversation.required("conversation"), message: try message.required("message"),
      snippet: try snippet.required("snippet"), file: file)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("conversation", conversation)
    writer.field("message", message)
    writer.field("snippet", snippet)
    writer.field("file", file)
    writer.endObject()
  }
}
