import Domain
import Foundation
import Observation

/// Insights of my conversations or of one: action items, decisions or wishes to meet, as they are now and after each change.
@MainActor @Observable
public final class InsightsViewModel {
  public let kind: Insight.Kind
  public private(set) var state: ScreenState<[PlacedInsight]> = .loading
  public private(set) var problem: Problem?
  /// Words that must occur; empty shows all.
  public var query = ""
  /// Action items: only those that are mine.
  public var isMineOnly = false
  /// Also those done and dismissed.
  public var showsClosed = false
  @ObservationIgnored private let me: UserID
  @ObservationIgnored private let conversation: ConversationID?
  @ObservationIgnored private let intelligence: any IntelligenceRepository
  @ObservationIgnored private let clock: any WallClock

  public init(
    kind: Insight.Kind, me: UserID, conversation: ConversationID? = nil, intelligence: any IntelligenceRepository,
    clock: any WallClock = SystemClock()
  ) {
    self.kind = kind
    self.me = me
    self.conversation = conversation
    self.intelligence = intelligence
    self.clock = clock
  }

  /// Follows the device's copy until the task is cancelled. Works without network.
  public func run() async {
    for await insights in intelligence.observeInsights(InsightFilter(kind: kind, conversation: conversation)) {
      state = insights.isEmpty ? .empty : .content(insights)
    }
  }

  /// What is to be shown: open action items first by due time, others newest first.
  public var rows: [PlacedInsight] {
    let words = query.lowercased().split(whereSeparator: \.isWhitespace)
    let shown = (state.content ?? []).filter { placed in
      let insight = placed.insight
      guard showsClosed || insight.status == .open, !isMineOnly || insight.owner == me else { return false }
      let text = ([insight.text, insight.context ?? ""] + insight.tags).joined(separator: " ").lowercased()
      return words.allSatisfy { text.contains($0) }
    }
    guard kind == .actionItem else { return shown }
    return shown.sorted { Self.isBefore($0.insight, $1.insight) }
  }

  private static func isBefore(_ left: Insight, _ right: Insight) -> Bool {
    let ranks = [left, right].map { $0.status == .open ? 0 : 1 }
    if ranks[0] != ranks[1] { return ranks[0] < ranks[1] }
    switch (left.dueAt, right.dueAt) {
    case (let first?, let second?) where first != second: return first < second
    case (_?, nil): return true
    case (nil, _?): return false
    default: return left.id > right.id
    }
  }

  public func isOverdue(_ insight: Insight) -> Bool {
    insight.status == .open && insight.dueAt.map { $0 < clock.now } ?? false
  }

  public func setDone(_ isDone: Bool, _ placed: PlacedInsight) async {
    await change(InsightChange(status: isDone ? .done : .open), placed)
  }

  public func dismiss(_ placed: PlacedInsight) async {
    await change(InsightChange(status: .dismissed), placed)
  }

  /// `nil` takes the owner away.
  public func assign(_ owner: UserID?, _ placed: PlacedInsight) async {
    await change(InsightChange(owner: owner, removesOwner: owner == nil ? true : nil), placed)
  }

  /// `nil` takes the due time away.
  public func setDue(_ due: Date?, _ placed: PlacedInsight) async {
    await change(InsightChange(dueAt: due.map { Timestamp($0) }, removesDue: due == nil ? true : nil), placed)
  }

  public func setText(_ text: String, _ placed: PlacedInsight) async {
    await change(InsightChange(text: text.trimmingWhitespace), placed)
  }

  /// Marks a message by hand.
  public func mark(_ message: MessageID, in conversation: ConversationID) async {
    await perform { _ = try await intelligence.mark(kind, message: message, in: conversation, text: nil) }
  }

  private func change(_ change: InsightChange, _ placed: PlacedInsight) async {
    await perform { _ = try await intelligence.change(change, of: placed.id, in: placed.conversation) }
  }

  private func perform(_ body: () async throws -> Void) async {
    problem = nil
    do { try await body() } catch { problem = Problem(error) }
  }
}
