// Made from wire/notifications.json: change that and run `make wire`.

import Domain

extension PushSubscription: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var service: PushService?
    var address: String?
    var publicKey: String?
    var secret: String?
    var environment: PushEnvironment?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "service": service = try reader.word("web, apns or fcm")
      case "address": address = try reader.string()
      case "publicKey": publicKey = try reader.string()
      case "secret": secret = try reader.string()
      case "environment": environment = try reader.word("development or production")
      default: try reader.skipValue()
      }
    }
    self.init(
      service: try service.required("service"), address: try address.required("address"), publicKey: publicKey,
      secret: secret, environment: environment)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("service", service.rawValue)
    writer.field("address", address)
    writer.field("publicKey", publicKey)
    writer.field("secret", secret)
    writer.field("environment", environment?.rawValue)
    writer.endObject()
  }
}
