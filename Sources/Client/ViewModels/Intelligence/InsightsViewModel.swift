import Domain
import Foundation
import Observation

/// Insights of my conversations or of one: action items, decisions or wishes to meet, as they are
/// now and after each change.
@MainActor @Observable
public final class InsightsViewModel: ActionModel {
  /// Which of them are shown.
  public enum Shown: Hashable, Sendable, CaseIterable {
    case open
    case done
    case dismissed
    case all
  }

  /// Decisions of one day.
  public struct Day: Hashable, Sendable, Identifiable {
    public let title: Phrase
    public let rows: [PlacedInsight]

    public var id: InsightID? { rows.first?.id }
  }

  /// Action items by when they are due.
  public struct DueSection: Hashable, Sendable, Identifiable {
    public let id: DuePart
    public let rows: [PlacedInsight]
  }

  public let kind: Insight.Kind
  public let me: UserID
  public private(set) var state: ScreenState<[PlacedInsight]> = .loading
  public let action = ActionState()
  /// What was closed last, so that it can be opened again.
  public private(set) var closed: PlacedInsight?
  /// Words that must occur; empty shows all.
  public var query = ""
  /// Action items: only those that are mine.
  public var isMineOnly = false
  public var shown = Shown.open
  /// The last weeks are being read once more.
  public private(set) var isLooking = false
  /// What came of the last time that they were.
  public private(set) var looked: Phrase?
  /// Where my action items are on this device as a calendar file, to be handed to other apps.
  public private(set) var exported: URL?
  /// How far the AI is with the list's conversation; `nil` for the list of all of them.
  public let work: ConversationWorkModel?
  /// The one that is shown; `nil` shows all.
  public let only: InsightID?
  @ObservationIgnored private let conversation: ConversationID?
  @ObservationIgnored private let intelligence: any IntelligenceRepository
  @ObservationIgnored private let clock: any WallClock

  /// With `only`, one of them is shown, whatever has become of it.
  public init(
    kind: Insight.Kind, me: UserID, conversation: ConversationID? = nil, only: InsightID? = nil,
    intelligence: any IntelligenceRepository, clock: any WallClock = SystemClock()
  ) {
    self.kind = kind
    self.me = me
    self.conversation = conversation
    self.only = only
    shown = only == nil ? .open : .all
    work = only == nil ? conversation.map { ConversationWorkModel(conversation: $0, intelligence: intelligence) } : nil
    self.intelligence = intelligence
    self.clock = clock
  }

  /// Follows the device's copy until the task is cancelled. Works without network.
  public func run() async {
    for await insights in intelligence.observeInsights(InsightFilter(kind: kind, conversation: conversation)) {
      state = ScreenState(insights.filter { only == nil || $0.id == only })
    }
  }

  public func isOverdue(_ insight: Insight, in calendar: Calendar) -> Bool {
    insight.status == .open && !insight.isMaybe
      && DueMoment(of: insight, in: calendar).map { $0.end < clock.now } ?? false
  }

  /// A form for changing it; without a due time it proposes this time tomorrow.
  public func edit(_ placed: PlacedInsight) -> InsightEdit {
    InsightEdit(placed, proposedDue: clock.now.adding(seconds: 86_400).date)
  }
}

// MARK: - What is shown

extension InsightsViewModel {
  /// What is to be shown: open action items first by due time, others newest first. What waits to
  /// be accepted is in `maybes`.
  public var rows: [PlacedInsight] { found { !$0.isMaybe && isShown($0.status) } }

  /// What was found with little confidence and waits to be accepted or dismissed, where open ones
  /// are shown.
  public var maybes: [PlacedInsight] {
    shown == .open || shown == .all ? found(where: \.isMaybe) : []
  }

  private func found(where isWanted: (Insight) -> Bool) -> [PlacedInsight] {
    let words = query.lowercased().split(whereSeparator: \.isWhitespace)
    let rows = (state.content ?? []).filter { placed in
      let insight = placed.insight
      guard isWanted(insight), !isMineOnly || insight.owner == me else { return false }
      let text = ([insight.text, insight.context ?? ""] + insight.tags).joined(separator: " ").lowercased()
      return words.allSatisfy { text.contains($0) }
    }
    guard kind == .actionItem else { return rows }
    return rows.sorted { Self.isBefore($0.insight, $1.insight) }
  }

  /// `rows` by when they are due, parts with nothing in them left out.
  public func dueSections(_ calendar: Calendar) -> [DueSection] {
    let now = clock.now.date
    let parts = Dictionary(grouping: rows) { DuePart(of: $0.insight, now: now, calendar: calendar) }
    return DuePart.allCases.compactMap { part in
      parts[part].map { DueSection(id: part, rows: part == .closed ? $0.sorted(by: Self.isClosedBefore) : $0) }
    }
  }

  /// What was done last comes first.
  private static func isClosedBefore(_ left: PlacedInsight, _ right: PlacedInsight) -> Bool {
    let (first, second) = (left.insight, right.insight)
    return (first.completedAt ?? first.updatedAt, first.id) > (second.completedAt ?? second.updatedAt, second.id)
  }

  /// `rows` day by day, in their order.
  public func days(_ texts: TimeTexts) -> [Day] {
    var days: [(title: Phrase, rows: [PlacedInsight])] = []
    for placed in rows {
      let title = texts.day(placed.insight.createdAt)
      if days.last?.title == title {
        days[days.count - 1].rows.append(placed)
      } else {
        days.append((title, [placed]))
      }
    }
    return days.map { Day(title: $0.title, rows: $0.rows) }
  }

  private func isShown(_ status: Insight.Status) -> Bool {
    switch shown {
    case .open: status == .open
    case .done: status == .done
    case .dismissed: status == .dismissed
    case .all: true
    }
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
}

// MARK: - What the user does

extension InsightsViewModel {
  /// Action items and decisions of one conversation can be looked for once more.
  public var canLookAgain: Bool { conversation != nil && only == nil && kind != .scheduling }

  /// My open action items can be handed to a list of reminders, from the list of all of them.
  public var canExport: Bool { conversation == nil && kind == .actionItem }

  /// Fetches them as a calendar file below `folder`.
  public func export(to folder: URL = FileManager.default.temporaryDirectory) async {
    guard canExport else { return }
    exported = nil
    await perform {
      exported = try CalendarFile.write(try await intelligence.actionItemsCalendar(), as: "tasks.ics", in: folder)
    }
  }

  /// Has the last weeks read once more; what is found comes with the feed.
  public func lookAgain() async {
    guard let conversation, canLookAgain, !isLooking else { return }
    isLooking = true
    looked = nil
    defer { isLooking = false }
    await perform {
      let reading = try await NeedsConnection.unless { [intelligence, kind] in
        try await intelligence.lookAgain(for: kind, in: conversation)
      }
      looked = reading.notice.map { Phrase(verbatim: $0) } ?? Self.text(of: reading, kind)
    }
  }

  private static func text(of reading: InsightReading, _ kind: Insight.Kind) -> Phrase {
    let open = reading.insights.count { $0.insight.status == .open }
    switch (kind, open) {
    case (.decision, 0): return "Looked again: no decisions."
    case (.decision, 1): return "Looked again: 1 decision."
    case (.decision, _): return "Looked again: \(open) decisions."
    case (_, 0): return "Looked again: no open action items."
    case (_, 1): return "Looked again: 1 open action item."
    default: return "Looked again: \(open) open action items."
    }
  }

  public func setDone(_ isDone: Bool, _ placed: PlacedInsight) async {
    await setStatus(isDone ? .done : .open, placed)
  }

  public func dismiss(_ placed: PlacedInsight) async {
    await setStatus(.dismissed, placed)
  }

  /// Moves what waits to be accepted to the list.
  public func accept(_ placed: PlacedInsight) async {
    await setStatus(.open, placed)
  }

  /// Opens again what is done or dismissed.
  public func reopen(_ placed: PlacedInsight) async {
    await setStatus(.open, placed)
  }

  /// Opens what was closed last.
  public func undo() async {
    guard let closed else { return }
    await setStatus(.open, closed)
  }

  /// `nil` takes the owner away.
  public func assign(_ owner: UserID?, _ placed: PlacedInsight) async {
    await change(InsightChange(owner: owner, removesOwner: owner == nil ? true : nil), placed)
  }

  public func setText(_ text: String, _ placed: PlacedInsight) async {
    await change(InsightChange(text: text.trimmingWhitespace), placed)
  }

  /// Sends what a form has changed, in one. Nothing changed sends nothing.
  public func save(_ edit: InsightEdit) async {
    guard edit.canSave else { return }
    await change(edit.change, edit.placed)
  }

  /// A form for a new task in the list of a conversation; `nil` elsewhere. Its due time, while it
  /// has none, is this time tomorrow.
  public var newTask: TaskDraft? {
    guard let conversation, only == nil, kind == .actionItem else { return nil }
    return TaskDraft(in: conversation, proposedDue: clock.now.adding(seconds: 86_400).date)
  }

  public func write(_ draft: TaskDraft) async {
    guard draft.canSave else { return }
    await perform { try await intelligence.write(draft.task, in: draft.conversation) }
  }

  /// Marks a message by hand.
  public func mark(_ message: MessageID, in conversation: ConversationID) async {
    await perform { try await intelligence.mark(kind, message: message, in: conversation, text: nil) }
  }

  private func setStatus(_ status: Insight.Status, _ placed: PlacedInsight) async {
    guard await change(InsightChange(status: status), placed) else { return }
    closed = status == .open ? nil : placed
  }

  /// Whether it has worked.
  @discardableResult
  private func change(_ change: InsightChange, _ placed: PlacedInsight) async -> Bool {
    await perform { try await intelligence.change(change, of: placed.id, in: placed.conversation) } != nil
  }
}
