import Domain
import Observation

/// Catching up with one conversation.
@MainActor @Observable
public final class ThreadSummaryViewModel {
  /// What can be chosen, in the order in which it is offered.
  public enum Choice: Hashable, Sendable, CaseIterable {
    case unread
    case lastHundred
    case week
    case fortnight

    public var title: Phrase {
      switch self {
      case .unread: "Unread"
      case .lastHundred: "Last 100"
      case .week: "7 days"
      case .fortnight: "14 days"
      }
    }

    var range: SummaryRange {
      switch self {
      case .unread: .unread
      case .lastHundred: .last(100)
      case .week: .days(7)
      case .fortnight: .days(14)
      }
    }
  }

  public let output: OutputViewModel
  public var choice: Choice
  /// What the summary should answer; empty for none.
  public var question = ""
  @ObservationIgnored private let conversation: ConversationID
  @ObservationIgnored private let intelligence: any IntelligenceRepository

  public init(conversation: ConversationID, intelligence: any IntelligenceRepository, hasUnread: Bool) {
    self.conversation = conversation
    self.intelligence = intelligence
    output = OutputViewModel(intelligence: intelligence)
    choice = hasUnread ? .unread : .lastHundred
  }

  public func summarize() async {
    let question = question.trimmingWhitespace
    await output.ask { [conversation, intelligence, choice] in
      try await intelligence.summarize(
        conversation, choice.range, question: question.isEmpty ? nil : question)
    }
  }
}
