import Domain
import ServerCore

/// Wishes to meet, and times that are fair to everybody.
package struct SchedulingService: Sendable {
  package func detectScheduling(
    asker: UserID, conversation: ConversationID, range: SummaryRange
  ) async throws(Refusal) -> [PlacedInsight] {
    throw .notFound
  }

  package func suggestMeetingTimes(
    asker: UserID, conversation: ConversationID, topic: String?, minutes: Int?, participants: [UserID]?
  ) async throws(Refusal) -> AIOutput {
    throw .notFound
  }

  package func calendarFile(_ output: AIOutputID, slot: Int, asker: UserID) async throws(Refusal) -> String {
    throw .notFound
  }
}
