import Domain
import Observation

/// A decision or an action item that rests on a message.
public struct MessageRecord: Hashable, Sendable, Identifiable {
  public let id: InsightID
  public let kind: Insight.Kind
  /// What it is, in a word.
  public let label: Phrase
  public let text: String

  package init(id: InsightID, kind: Insight.Kind, label: Phrase, text: String) {
    self.id = id
    self.kind = kind
    self.label = label
    self.text = text
  }
}

/// Which decisions and action items rest on each message of a conversation.
@MainActor @Observable
public final class MessageRecordsModel {
  /// Newest first for each message. None of what was dismissed, or waits to be accepted.
  public private(set) var records: [MessageID: [MessageRecord]] = [:]
  @ObservationIgnored private let conversation: ConversationID
  @ObservationIgnored private let intelligence: any IntelligenceRepository

  public init(conversation: ConversationID, intelligence: any IntelligenceRepository) {
    self.conversation = conversation
    self.intelligence = intelligence
  }

  /// Follows the device's copy until the task is cancelled. Works without network.
  public func run() async {
    let filter = InsightFilter(
      statuses: [.open, .done], isMaybe: false, conversation: conversation, limit: 500)
    for await insights in intelligence.observeInsights(filter) { records = Self.records(insights.map(\.insight)) }
  }

  private static func records(_ insights: [Insight]) -> [MessageID: [MessageRecord]] {
    var records: [MessageID: [MessageRecord]] = [:]
    for insight in insights {
      guard let label = label(of: insight) else { continue }
      let record = MessageRecord(id: insight.id, kind: insight.kind, label: label, text: insight.text)
      for message in Set(insight.citations) { records[message, default: []].append(record) }
    }
    return records
  }

  private static func label(of insight: Insight) -> Phrase? {
    guard !insight.isMaybe else { return nil }
    switch (insight.kind, insight.status) {
    case (.decision, .open), (.decision, .done): return "Decision"
    case (.actionItem, .open): return "To do"
    case (.actionItem, .done): return "Done"
    default: return nil
    }
  }
}
