// Made from wire/features.json: change that and run `make wire`.

import Domain

extension FeatureRollout: ReplacingBody {
  package static let demandedKeys = [
    "percentage", "people", "isStopped",
  ]

  package init(from reader: inout JSONReader) throws(Refusal) {
    var percentage: Int64?
    var people: [UserID] = []
    var isStopped: Bool?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "percentage": percentage = try reader.integer()
      case "people": people = try reader.identifiers() ?? []
      case "isStopped": isStopped = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    self.init(percentage: Int(try percentage.required("percentage")), people: people, isStopped: isStopped ?? false)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("percentage", percentage)
    writer.field("people", people)
    writer.field("isStopped", isStopped)
    writer.endObject()
  }
}
