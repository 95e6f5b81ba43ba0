// Made from wire/people.json: change that and run `make wire`.

import Domain

extension LinkedIdentity: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var provider: IdentityProvider?
    var linkedAt: Timestamp?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "provider": provider = try reader.body()
      case "linkedAt": linkedAt = try reader.timestamp("linkedAt")
      default: try reader.skipValue()
      }
    }
    self.init(provider: try provider.required("provider"), linkedAt: try linkedAt.required("linkedAt"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("provider", provider)
    writer.field("linkedAt", linkedAt)
    writer.endObject()
  }
}
