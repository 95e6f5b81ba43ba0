// Made from wire/notifications.json: change that and run `make wire`.

import Domain

extension PushOffer: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var services: [String] = []
    var webKey: String?
    var registered: PushService?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "services": services = try reader.strings()
      case "webKey": webKey = try reader.string()
      case "registered": registered = try reader.word("web, apns or fcm")
      default: try reader.skipValue()
      }
    }
    self.init(services: services, webKey: webKey, registered: registered)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("services", services)
    writer.field("webKey", webKey)
    writer.field("registered", registered?.rawValue)
    writer.endObject()
  }
}
