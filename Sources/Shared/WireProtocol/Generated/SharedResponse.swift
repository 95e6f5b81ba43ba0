// Made from wire/intelligence-bodies.json: change that and run `make wire`.

import Domain

/// The message that shares an output.
package struct SharedResponse: WireBody, Hashable {
  package var message: MessageID

  package init(message: MessageID) {
    self.message = message
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var message: MessageID?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "message": message = try reader.identifier()
      default: try reader.skipValue()
      }
    }
    self.init(message: try message.required("message"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("message", message)
    writer.endObject()
  }
}
