// Made from wire/requests.json: change that and run `make wire`.

import Domain

/// What became of letters.
package struct MailOutcomes: WireBody, Hashable {
  package var outcomes: [MailOutcomeCount]

  package init(outcomes: [MailOutcomeCount]) {
    self.outcomes = outcomes
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var outcomes: [MailOutcomeCount] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "outcomes": outcomes = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    self.init(outcomes: outcomes)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("outcomes", outcomes)
    writer.endObject()
  }
}

/// How many letters came to the same.
package struct MailOutcomeCount: WireBody, Hashable {
  /// `accepted`, `rejected`, `exhausted`, or `waiting` for those that are still to be sent.
  package var outcome: String
  package var count: Int64
  /// What the mail server said of the last of them.
  package var detail: String?

  package init(outcome: String, count: Int64, detail: String? = nil) {
    self.outcome = outcome
    self.count = count
    self.detail = detail
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var outcome: String?
    var count: Int64?
    var detail: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "outcome": outcome = try reader.string()
      case "count": count = try reader.integer()
      case "detail": detail = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(outcome: try outcome.required("outcome"), count: try count.required("count"), detail: detail)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("outcome", outcome)
    writer.field("count", count)
    writer.field("detail", detail)
    writer.endObject()
  }
}
