// Made from wire/intelligence-bodies.json: change that and run `make wire`.

import Domain

/// The asker's outputs, newest first.
package struct OutputsResponse: WireBody, Hashable {
  package var outputs: [AIOutput]

  package init(outputs: [AIOutput]) {
    self.outputs = outputs
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var outputs: [AIOutput] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "outputs": outputs = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    self.init(outputs: outputs)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("outputs", outputs)
    writer.endObject()
  }
}
