// Made from wire/events.json: change that and run `make wire`.

import Domain

extension ClientEventOverview: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var isCollecting: Bool?
    var summaries: [ClientEventSummary] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "isCollecting": isCollecting = try reader.boolean()
      case "summaries": summaries = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    self.init(isCollecting: try isCollecting.required("isCollecting"), summaries: summaries)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("isCollecting", isCollecting)
    writer.field("summaries", summaries)
    writer.endObject()
  }
}
