// Made from wire/events.json: change that and run `make wire`.

import Domain

extension ClientEvent: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var kind: ClientEventKind?
    var milliseconds: Int64?
    var waited: Bool?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "kind":
        kind = try reader.word(
          "appLaunch, conversationLoad, messageSent, messageDelivered or summaryGenerated")
      case "milliseconds": milliseconds = try reader.integer()
      case "waited": waited = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    self.init(
      kind: try kind.required("kind"), milliseconds: try milliseconds.required("milliseconds"), waited: waited ?? false)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("kind", kind.rawValue)
    writer.field("milliseconds", milliseconds)
    writer.field("waited", ifTrue: waited)
    writer.endObject()
  }
}
