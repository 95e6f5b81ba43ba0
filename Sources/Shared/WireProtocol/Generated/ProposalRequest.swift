// Made from wire/intelligence-bodies.json: change that and run `make wire`.

import Domain

/// The asker's word on a proposed change.
package struct ProposalRequest: WireBody, Hashable {
  package var approve: Bool

  package init(approve: Bool) {
    self.approve = approve
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var approve: Bool?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "approve": approve = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    self.init(approve: try approve.required("approve"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("approve", approve)
    writer.endObject()
  }
}
