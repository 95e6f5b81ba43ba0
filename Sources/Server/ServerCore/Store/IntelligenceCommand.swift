/// A change by or for the intelligence, committed through the store's one queue like every other.
package enum IntelligenceCommand: Sendable {
  case pipeline(PipelineCommand)
  case insight(InsightCommand)
  case record(RecordCommand)
}
