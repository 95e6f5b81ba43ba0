import Domain
import Observation

/// Says of single things that the AI shows that they are of no help: they are not shown again.
@MainActor @Observable
public final class OpinionModel: ActionModel {
  public let action = ActionState()
  @ObservationIgnored private let reminders: any ReminderRepository

  public init(reminders: any ReminderRepository) {
    self.reminders = reminders
  }

  /// Whether it has worked.
  @discardableResult
  public func reject(_ subject: Opinion.Subject, _ message: MessageID, in conversation: ConversationID) async -> Bool {
    await perform { try await reminders.setOpinion(.unhelpful, of: subject, message, in: conversation) } != nil
  }

  /// What a digest says: of all messages that it cites for it.
  @discardableResult
  public func reject(_ claim: OutputReading.Claim) async -> Bool {
    for citation in claim.sources.map(\.citation) {
      guard await reject(.digest, citation.message, in: citation.conversation) else { return false }
    }
    return true
  }
}
