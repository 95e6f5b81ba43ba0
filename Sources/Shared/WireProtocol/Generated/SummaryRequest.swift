// Made from wire/intelligence-bodies.json: change that and run `make wire`.

import Domain

/// What `summarizeThread`, `extractActionItems` and `trackDecisions` take.
package struct SummaryRequest: WireBody, Hashable {
  /// `unread` (the standard), `last`, `days` or `range`.
  package var range: String?
  /// For `last`: how many messages.
  package var count: Int?
  /// For `days`.
  package var days: Int?
  /// For `range`: the first seq.
  package var from: Int64?
  /// For `range`: the last seq.
  package var to: Int64?
  /// What the summary should answer; at most 500 characters.
  package var question: String?

  package init(
    range: String? = nil, count: Int? = nil, days: Int? = nil, from: Int64? = nil, to: Int64? = nil,
    question: String? = nil
  ) {
    self.range = range
    self.count = count
    self.days = days
    self.from = from
    self.to = to
    self.question = question
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var range: String?
    var count: Int64?
    var days: Int64?
    var from: Int64?
    var to: Int64?
    var question: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "range": range = try reader.string()
      case "count": count = try reader.integer()
      case "days": days = try reader.integer()
      case "from": from = try reader.integer()
      case "to": to = try reader.integer()
      case "question": question = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(
      range: range, count: count.map(Int.init), days: days.map(Int.init), from: from, to: to, question: question)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("range", range)
    writer.field("count", count.map(Int64.init))
    writer.field("days", days.map(Int64.init))
    writer.field("from", from)
    writer.field("to", to)
    writer.field("question", question)
    writer.endObject()
  }
}
