import Domain
import Observation

/// The list of conversations.
@MainActor @Observable
public final class ConversationsListViewModel: ActionModel {
  public typealias State = ScreenState<[ConversationsSection]>

  public private(set) var badge = 0
  public let action = ActionState()
  /// Words that a row's title or preview must contain; empty shows everything.
  public var filter = ""
  /// Only conversations with unread messages that are urgent are shown.
  public var isUrgentOnly = false
  public let me: UserID
  public let connection: ConnectionBannerModel
  private var summaries: [ConversationSummary]?
  private var presence: [UserID: Presence] = [:]
  @ObservationIgnored private let conversations: any ConversationRepository
  @ObservationIgnored private let presences: any PresenceRepository
  @ObservationIgnored private let clock: any WallClock
  @ObservationIgnored private let texts: TimeTexts

  public init(
    me: UserID, conversations: any ConversationRepository, presence: any PresenceRepository,
    connection: ConnectionBannerModel, clock: any WallClock = SystemClock(), texts: TimeTexts = TimeTexts()
  ) {
    self.me = me
    self.conversations = conversations
    self.presences = presence
    self.connection = connection
    self.clock = clock
    self.texts = texts
  }

  /// Follows list, badge, presence and connection until the task is cancelled.
  public func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.followConversations() }
      group.addTask { await self.followBadge() }
      group.addTask { await self.followPresence() }
      group.addTask { await self.connection.run() }
    }
  }

  /// Empty once the server has been asked: a device that has just been signed in holds nothing yet.
  public var state: State {
    guard let summaries else { return .loading }
    let sections = sections(of: summaries)
    if sections.isEmpty, !isFiltering { return connection.hasSettled ? .empty : .loading }
    return .content(sections)
  }

  /// Only some rows are shown.
  public var isFiltering: Bool { isSearching || isUrgentOnly }

  /// By words.
  public var isSearching: Bool { !filter.trimmingWhitespace.isEmpty }

  /// How many unread messages are urgent, in all conversations.
  public var urgent: Int { (summaries ?? []).reduce(0) { $0 + $1.urgent } }

  /// What the list calls a conversation; `nil` for one that is not in it.
  public func title(of conversation: ConversationID) -> String? {
    summaries?.first { $0.id == conversation }?.title
  }

  /// The row of a conversation, whatever the filter; `nil` for one that is not in the list.
  public func row(of conversation: ConversationID) -> ConversationRow? {
    summaries?.first { $0.id == conversation }.map { row(of: $0, at: clock.now) }
  }

  /// Every row in the order of the sections.
  public var rows: [ConversationRow] {
    (state.content ?? []).flatMap(\.rows)
  }

  public func setPinned(_ pinned: Bool, _ conversation: ConversationID) async {
    await change(ConversationSettingsChange(pinned: pinned), conversation)
  }

  public func setArchived(_ archived: Bool, _ conversation: ConversationID) async {
    await change(ConversationSettingsChange(archived: archived), conversation)
  }

  /// `until` `nil` mutes for good.
  public func mute(_ conversation: ConversationID, until: Timestamp? = nil) async {
    await change(ConversationSettingsChange(muted: true, mutedUntil: until), conversation)
  }

  public func mute(_ conversation: ConversationID, hours: Int) async {
    await mute(conversation, until: clock.now.adding(seconds: Int64(hours) * 3600))
  }

  public func unmute(_ conversation: ConversationID) async {
    await change(ConversationSettingsChange(muted: false), conversation)
  }

  private func change(_ change: ConversationSettingsChange, _ conversation: ConversationID) async {
    await perform { try await conversations.change(change, in: conversation) }
  }

  private func followConversations() async {
    for await summaries in conversations.observeConversations() { self.summaries = summaries }
  }

  private func followBadge() async {
    for await badge in conversations.observeBadge() { self.badge = badge }
  }

  private func followPresence() async {
    for await presence in presences.observePresence() { self.presence = presence }
  }

  private func sections(of summaries: [ConversationSummary]) -> [ConversationsSection] {
    let words = filter.lowercased().split(whereSeparator: \.isWhitespace)
    let now = clock.now
    var rows: [ConversationsSection.Kind: [ConversationRow]] = [:]
    for summary in summaries {
      let row = row(of: summary, at: now)
      guard matches(row, words), row.urgent > 0 || !isUrgentOnly else { continue }
      rows[Self.kind(of: summary.settings), default: []].append(row)
    }
    return ConversationsSection.Kind.allCases.compactMap { kind in
      rows[kind].map { ConversationsSection(kind: kind, rows: $0.sorted(by: Self.isNewer)) }
    }
  }

  private func row(of summary: ConversationSummary, at now: Timestamp) -> ConversationRow {
    ConversationRow(
      summary: summary, presence: summary.other.flatMap { presence[$0]?.state }, me: me,
      isMuted: summary.settings.isMuted(at: now), texts: texts)
  }

  private func matches(_ row: ConversationRow, _ words: [Substring]) -> Bool {
    guard !words.isEmpty else { return true }
    let text = "\(row.title) \(row.preview.filled)".lowercased()
    return words.allSatisfy { text.contains($0) }
  }

  private static func kind(of settings: ConversationSettings) -> ConversationsSection.Kind {
    if settings.archived { return .archived }
    return settings.pinned ? .pinned : .others
  }

  private static func isNewer(_ left: ConversationRow, _ right: ConversationRow) -> Bool {
    if left.summary.lastAt != right.summary.lastAt { return left.summary.lastAt > right.summary.lastAt }
    return left.id < right.id
  }
}
