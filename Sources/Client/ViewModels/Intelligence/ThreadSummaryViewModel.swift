import Domain
import Observation

/// Catching up with one conversation.
@MainActor @Observable
public final class ThreadSummaryViewModel {
  /// What can be chosen, in the order in which it is offered.
  public enum Choice: Hashable, Sendable, CaseIterable {
    /// What stands below the line above what was new when the chat was opened.
    case line
    case unread
    case lastHundred
    case week
    case fortnight

    public var title: Phrase {
      switch self {
      case .line: "From “New”"
      case .unread: "Unread"
      case .lastHundred: "Last 100"
      case .week: "7 days"
      case .fortnight: "14 days"
      }
    }
  }

  public let output: OutputViewModel
  public var choice: Choice
  /// What the summary should answer; empty for none.
  public var question = ""
  /// What is offered.
  public let choices: [Choice]
  @ObservationIgnored private let line: ClosedRange<Int64>?
  @ObservationIgnored private let conversation: ConversationID
  @ObservationIgnored private let intelligence: any IntelligenceRepository

  /// `line` are the seqs below the line above what was new, where that is meant.
  public init(
    conversation: ConversationID, line: ClosedRange<Int64>? = nil, intelligence: any IntelligenceRepository,
    hasUnread: Bool, offline: OfflineContext? = nil
  ) {
    self.conversation = conversation
    self.intelligence = intelligence
    output = OutputViewModel(intelligence: intelligence, offline: offline)
    self.line = line
    choices = Choice.allCases.filter { $0 != .line || line != nil }
    choice = line != nil ? .line : hasUnread ? .unread : .lastHundred
  }

  private var range: SummaryRange {
    switch choice {
    case .line: line.map { .range(from: $0.lowerBound, to: $0.upperBound) } ?? .unread
    case .unread: .unread
    case .lastHundred: .last(100)
    case .week: .days(7)
    case .fortnight: .days(14)
    }
  }

  public func summarize() async {
    let words = question.trimmingWhitespace
    let question = words.isEmpty ? nil : words
    let later = OutputViewModel.Deferral(.summarize(conversation, range, question: question)) { [conversation] in
      try await $0.keptSummary(of: conversation)
    }
    await output.ask(later: later) { [conversation, intelligence, range] in
      try await intelligence.summarize(conversation, range, question: question)
    }
  }
}
