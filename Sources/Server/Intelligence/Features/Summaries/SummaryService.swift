import Domain
import ServerCore

/// Says in a few sentences what was said in many.
package struct SummaryService: Sendable {
  /// `summarizeThread`: what the messages of a range say, or what they say about `question`.
  package func summarizeThread(
    _ conversation: ConversationID, for asker: UserID, range: SummaryRange, question: String? = nil
  ) async throws(Refusal) -> AIOutput {
    throw .notFound
  }

  /// `summarizeUnread`: what the asker has missed in all conversations, the most important first.
  package func digest(for asker: UserID) async throws(Refusal) -> AIOutput {
    throw .notFound
  }
}
