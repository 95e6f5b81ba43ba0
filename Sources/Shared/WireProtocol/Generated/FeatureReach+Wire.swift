// Made from wire/features.json: change that and run `make wire`.

import Domain

extension FeatureReach: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var user: User?
    var isEnabled: Bool?
    var exposedAt: Timestamp?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "user": user = try reader.body()
      case "isEnabled": isEnabled = try reader.boolean()
      case "exposedAt": exposedAt = try reader.timestamp("exposedAt")
      default: try reader.skipValue()
      }
    }
    self.init(user: try user.required("user"), isEnabled: try isEnabled.required("isEnabled"), exposedAt: exposedAt)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("user", user)
    writer.field("isEnabled", isEnabled)
    writer.field("exposedAt", exposedAt)
    writer.endObject()
  }
}
