// Made from wire/overview.json: change that and run `make wire`.

import Domain

extension AIUsage: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var since: Timestamp?
    var uses: [AIUse] = []
    var ratings: [AIRating] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "since": since = try reader.timestamp("since")
      case "uses": uses = try reader.bodies()
      case "ratings": ratings = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    self.init(since: try since.required("since"), uses: uses, ratings: ratings)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("since", since)
    writer.field("uses", uses)
    writer.field("ratings", ratings)
    writer.endObject()
  }
}
