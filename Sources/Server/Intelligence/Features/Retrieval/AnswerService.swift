import Domain
import ServerCore

/// Answers questions with what was said, and shows where.
package struct AnswerService: Sendable {
  /// `askConversations`: an answer whose every claim cites messages that the asker can read; `isFound` is false when nothing supports one.
  package func ask(_ question: String, for asker: UserID) async throws(Refusal) -> AIOutput {
    throw .notFound
  }
}
