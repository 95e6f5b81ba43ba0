import Domain
import Observation

/// Marking a message as an action item or a decision by hand.
@MainActor @Observable
public final class MarkInsightViewModel: ActionModel {
  /// Messages that can be chosen from, at most.
  public static let maximumMessages = 50

  public enum Outcome: Hashable, Sendable {
    case none
    case marked
  }

  /// Newest first. `.empty` when there is nothing that can be marked.
  public private(set) var state: ScreenState<[TimelineItem]> = .empty
  public let action = ActionState()
  public private(set) var outcome: Outcome = .none
  public var kind: Insight.Kind
  /// `nil` until one is chosen.
  public private(set) var conversation: ConversationID?
  public private(set) var message: MessageID?
  /// Words that a message must contain; empty shows all.
  public var query = ""
  private var items: [TimelineItem] = []
  /// How it shall read; empty takes the message's words.
  public var text = ""
  @ObservationIgnored private let intelligence: any IntelligenceRepository
  @ObservationIgnored private let messages: any MessageRepository

  public init(
    kind: Insight.Kind, conversation: ConversationID? = nil, message: MessageID? = nil,
    intelligence: any IntelligenceRepository, messages: any MessageRepository
  ) {
    self.kind = kind
    self.conversation = conversation
    self.message = message
    self.intelligence = intelligence
    self.messages = messages
  }

  /// Follows the messages of the chosen conversation until the task is cancelled.
  public func run() async {
    guard let conversation else { return }
    state = .loading
    for await timeline in messages.observeTimeline(conversation) {
      items = timeline.items.reversed().filter { $0.seq != nil && !$0.isDeleted }
      state = ScreenState(Array(items.prefix(Self.maximumMessages)))
    }
  }

  /// What can be chosen, newest first.
  public var candidates: [TimelineItem] {
    let words = query.lowercased().split(whereSeparator: \.isWhitespace)
    return (state.content ?? []).filter { item in
      let text = "\(item.senderName) \(item.text)".lowercased()
      return words.allSatisfy { text.contains($0) }
    }
  }

  /// The chosen message; `nil` when none is chosen or it is not on the device.
  public var chosen: TimelineItem? {
    message.flatMap { message in items.first { $0.id == message } }
  }

  public func choose(_ conversation: ConversationID) {
    guard conversation != self.conversation else { return }
    self.conversation = conversation
    message = nil
    items = []
    state = .loading
  }

  /// `nil` takes the choice back.
  public func choose(_ message: MessageID?) {
    self.message = message
  }

  /// Characters that the text has too many.
  public var excess: Int { InsightRules.excess(of: text) }

  public var canSave: Bool { conversation != nil && message != nil && excess == 0 && !isBusy }

  public func save() async {
    guard let conversation, let message, !isBusy else { return }
    let words = text.trimmingWhitespace
    await perform {
      _ = try await intelligence.mark(
        kind, message: message, in: conversation, text: words.isEmpty ? nil : words)
      outcome = .marked
    }
  }
}
