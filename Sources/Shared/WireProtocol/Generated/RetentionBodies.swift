// Made from wire/retention.json: change that and run `make wire`.

import Domain

/// A legal hold that is set or lifted.
package struct HoldRequest: WireBody, Hashable {
  package var isHeld: Bool

  package init(isHeld: Bool) {
    self.isHeld = isHeld
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var isHeld: Bool?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "isHeld": isHeld = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    self.init(isHeld: try isHeld.required("isHeld"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("isHeld", isHeld)
    writer.endObject()
  }
}
