// Made from wire/intelligence-bodies.json: change that and run `make wire`.

import Domain

/// The priority inbox, most urgent first.
package struct PrioritiesResponse: WireBody, Hashable {
  package var verdicts: [PriorityVerdict]

  package init(verdicts: [PriorityVerdict]) {
    self.verdicts = verdicts
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var verdicts: [PriorityVerdict] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "verdicts": verdicts = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    self.init(verdicts: verdicts)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("verdicts", verdicts)
    writer.endObject()
  }
}

/// A reader's correction.
package struct PriorityRequest: WireBody, Hashable {
  package var priority: Priority

  package init(priority: Priority) {
    self.priority = priority
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var priority: Priority?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "priority": priority = try reader.word("urgent, can_wait or ai_handled")
      default: try reader.skipValue()
      }
    }
    self.init(priority: try priority.required("priority"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("priority", priority.rawValue)
    writer.endObject()
  }
}
