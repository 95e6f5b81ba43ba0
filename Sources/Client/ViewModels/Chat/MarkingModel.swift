import Domain
import Observation

/// Making an action item or a decision of a message by hand.
@MainActor @Observable
public final class MarkingModel {
  /// What the last mark has come to, until it is dismissed.
  public private(set) var marked: Insight.Kind?
  public private(set) var problem: Problem?
  @ObservationIgnored private let conversation: ConversationID
  @ObservationIgnored private let intelligence: any IntelligenceRepository

  public init(conversation: ConversationID, intelligence: any IntelligenceRepository) {
    self.conversation = conversation
    self.intelligence = intelligence
  }

  public func mark(_ message: MessageID, as kind: Insight.Kind) async {
    dismiss()
    do {
      _ = try await intelligence.mark(kind, message: message, in: conversation, text: nil)
      marked = kind
    } catch {
      problem = Problem(error)
    }
  }

  public func dismiss() {
    marked = nil
    problem = nil
  }
}
