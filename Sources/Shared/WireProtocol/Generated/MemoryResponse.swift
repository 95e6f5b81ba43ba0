// Made from wire/intelligence-bodies.json: change that and run `make wire`.

import Domain

/// What the assistant keeps about the asker.
package struct MemoryResponse: WireBody, Hashable {
  package var entries: [MemoryEntry]

  package init(entries: [MemoryEntry]) {
    self.entries = entries
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var entries: [MemoryEntry] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "entries": entries = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    self.init(entries: entries)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("entries", entries)
    writer.endObject()
  }
}
