/// A change by or for the AI, committed through the store's one queue like every other.
package enum IntelligenceCommand: Sendable {
  case pipeline(PipelineCommand)
  case pass(PassCommand)
  case insight(InsightCommand)
  case record(RecordCommand)
  case reminder(ReminderCommand)
  case digest(DigestCommand)
  case opinion(OpinionCommand)
  case priority(PriorityCommand)
}
