// Made from wire/intelligence.json: change that and run `make wire`.

import Domain

extension CitedPoint: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var text: String?
    var person: UserID?
    var citations: [Citation] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "text": text = try reader.string()
      case "person": person = try reader.identifier()
      case "citations": citations = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    self.init(text: try text.required("text"), person: person, citations: citations)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("text", text)
    writer.field("person", person)
    writer.field("citations", citations)
    writer.endObject()
  }
}
