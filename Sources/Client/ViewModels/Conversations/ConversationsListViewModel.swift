import Domain
import Observation

/// The list of conversations.
@MainActor @Observable
public final class ConversationsListViewModel {
  public typealias State = ScreenState<[ConversationsSection]>

  public private(set) var badge = 0
  public private(set) var problem: Problem?
  /// Words that a row's title or preview must contain; empty shows everything.
  public var filter = ""
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

  public var state: State {
    guard let summaries else { return .loading }
    let sections = sections(of: summaries)
    if sections.isEmpty, filter.trimmingWhitespace.isEmpty { return .empty }
    return .content(sections)
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

  public func unmute(_ conversation: ConversationID) async {
    await change(ConversationSettingsChange(muted: false), conversation)
  }

  public func dismissProblem() {
    problem = nil
  }

  private func change(_ change: ConversationSettingsChange, _ conversation: ConversationID) async {
    do {
      problem = nil
      try await conversations.change(change, in: conversation)
    } catch {
      problem = Problem(error)
    }
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
      let row = ConversationRow(
        summary: summary, presence: summary.other.flatMap { presence[$0]?.state }, me: me,
        isMuted: summary.settings.isMuted(at: now), texts: texts)
      guard matches(row, words) else { continue }
      rows[Self.kind(of: summary.settings), default: []].append(row)
    }
    return ConversationsSection.Kind.allCases.compactMap { kind in
      rows[kind].map { ConversationsSection(kind: kind, rows: $0.sorted(by: Self.isNewer)) }
    }
  }

  private func matches(_ row: ConversationRow, _ words: [Substring]) -> Bool {
    guard !words.isEmpty else { return true }
    let text = "\(row.title) \(row.preview)".lowercased()
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
