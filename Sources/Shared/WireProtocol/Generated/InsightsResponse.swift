// Made from wire/intelligence-bodies.json: change that and run `make wire`.

import Domain

/// Insights of the asker's conversations, newest first.
package struct InsightsResponse: WireBody, Hashable {
  package var insights: [PlacedInsight]
  /// Said when they were looked for otherwise than the server's owner has chosen.
  package var notice: String?

  package init(insights: [PlacedInsight], notice: String? = nil) {
    self.insights = insights
    self.notice = notice
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var insights: [PlacedInsight] = []
    var notice: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "insights": insights = try reader.bodies()
      case "notice": notice = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(insights: insights, notice: notice)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("insights", insights)
    writer.field("notice", notice)
    writer.endObject()
  }
}
