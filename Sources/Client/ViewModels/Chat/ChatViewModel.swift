import Domain
import Observation

/// One open chat.
@MainActor @Observable
public final class ChatViewModel: ActionModel {
  public typealias State = ScreenState<[ChatRow]>

  /// Messages shown at first, and how many more each step towards the past shows.
  public static let pageSize = 100
  /// Seconds from the first sight of a chat until it stands still; what is then on screen is read.
  public static let settlingTime = 0.4
  /// Seconds for which a message is pointed out.
  public static let pointingTime = 1.6
  /// Pages fetched for a message that is to be shown, before it counts as gone.
  public static let maximumPagesToShow = 100

  public private(set) var state: State = .loading
  public private(set) var timeline: Timeline?
  public private(set) var isLoadingOlder = false
  public private(set) var typing: [UserID] = []
  /// How far files on their way are.
  public private(set) var uploads: [AttachmentID: UploadProgress] = [:]
  /// Wishes to meet, by the message that opens each.
  public private(set) var wishes: [MessageID: MeetingWish] = [:]
  /// The message to scroll to and point out, until `arrived`.
  public private(set) var target: MessageID?
  /// Why earlier messages did not come by themselves; they can still be asked for.
  public private(set) var olderProblem: Problem?
  /// The end of the chat is on screen.
  public private(set) var isAtEnd = false
  /// The chat stands where it was to be opened.
  public private(set) var isSettled = false
  public let conversation: ConversationID
  public let me: UserID
  public let action = ActionState()
  public let composer: ComposerModel
  public let group: GroupModel
  private(set) var presence: [UserID: Presence] = [:]
  private(set) var shown = ChatViewModel.pageSize
  @ObservationIgnored private var unreadLine: ChatRowBuilder.UnreadLine?
  @ObservationIgnored private var isAtTop = false
  @ObservationIgnored private var isVisible = false
  /// The user wants it unread: seeing it does not count until the chat is opened again.
  @ObservationIgnored private var keepsUnread = false
  @ObservationIgnored private var markedSeq: Int64 = 0
  @ObservationIgnored private let messages: any MessageRepository
  @ObservationIgnored private let conversations: any ConversationRepository
  @ObservationIgnored private let presences: any PresenceRepository
  @ObservationIgnored private let files: (any FileRepository)?
  @ObservationIgnored private let intelligence: (any IntelligenceRepository)?
  @ObservationIgnored private let pauses: any Clock<Duration>
  @ObservationIgnored let builder: ChatRowBuilder
  @ObservationIgnored let texts: TimeTexts

  public init(
    conversation: ConversationID, me: UserID, messages: any MessageRepository,
    conversations: any ConversationRepository, presence: any PresenceRepository,
    files: (any FileRepository)? = nil, intelligence: (any IntelligenceRepository)? = nil,
    pauses: any Clock<Duration> = ContinuousClock(),
    texts: TimeTexts = TimeTexts()
  ) {
    self.conversation = conversation
    self.me = me
    self.files = files
    self.intelligence = intelligence
    self.messages = messages
    self.conversations = conversations
    presences = presence
    self.pauses = pauses
    self.texts = texts
    builder = ChatRowBuilder(me: me, texts: texts)
    composer = ComposerModel(
      conversation: conversation, messages: messages, conversations: conversations, presence: presence,
      files: files, pauses: pauses)
    group = GroupModel(conversation: conversation, me: me, repository: conversations)
  }

  /// Follows the chat, who is typing and who is there, and keeps the draft, until the task is
  /// cancelled.
  public func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.followTimeline() }
      group.addTask { await self.followTyping() }
      group.addTask { await self.followPresence() }
      group.addTask { await self.followUploads() }
      group.addTask { await self.followWishes() }
      group.addTask { await self.composer.run() }
    }
  }

  /// Like `run`, for a screen beside the chat: without typing and draft.
  public func follow() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.followTimeline() }
      group.addTask { await self.followPresence() }
    }
  }
}

// MARK: - What the user does

extension ChatViewModel {
  /// Shows older messages: those held here first, then the page before them from the server.
  public func loadOlder() async {
    await loadOlder(isAsked: true)
  }

  /// The top of what is shown has come on screen, or has left it: once the chat stands still, what
  /// is before it comes by itself, one step each time.
  public func setAtTop(_ isAtTop: Bool) async {
    self.isAtTop = isAtTop
    await loadAtTop()
  }

  private func loadAtTop() async {
    if isSettled, isAtTop, hasOlder { await loadOlder(isAsked: false) }
  }

  private func loadOlder(isAsked: Bool) async {
    guard let timeline, !isLoadingOlder else { return }
    olderProblem = nil
    let hidden = timeline.items.count - shown
    shown += Self.pageSize
    rebuild()
    guard hidden <= 0, timeline.hasOlder else { return }
    _ = await fetchOlder()
    // Nobody has asked: what stands in the way is said in its place, and not in front of the chat.
    if !isAsked {
      olderProblem = problem
      dismissProblem()
    }
  }

  /// Makes `target` of a message, fetching what lies between; says so when it is not there any
  /// more.
  public func reveal(_ message: MessageID) async {
    dismissProblem()
    if timeline == nil { await refresh() }
    for _ in 0...Self.maximumPagesToShow {
      guard let timeline else { break }
      if let index = timeline.items.firstIndex(where: { $0.id == message }) {
        shown = max(shown, timeline.items.count - index)
        rebuild()
        target = message
        return
      }
      guard timeline.hasOlder, await fetchOlder(to: message) else { break }
    }
    if problem == nil { action.problem = Problem("That message is not here any more.", canRetry: false) }
  }

  /// Points the target out for a moment.
  public func pointOut() async {
    guard let pointedOut = target else { return }
    do {
      try await pauses.sleep(for: .seconds(Self.pointingTime))
    } catch {
      // Cancelled: it has left the screen.
    }
    if target == pointedOut { target = nil }
  }

  /// The chat has been scrolled to where it opens: once it stands still, what is on screen counts
  /// as seen.
  public func settle() async {
    do {
      try await pauses.sleep(for: .seconds(Self.settlingTime))
    } catch {
      // Cancelled: it is no longer on screen.
      return
    }
    isSettled = true
    await seeEnd()
    await loadAtTop()
  }

  /// The end of the chat has come on screen, or has left it.
  public func setAtEnd(_ isAtEnd: Bool) async {
    self.isAtEnd = isAtEnd
    await seeEnd()
  }

  /// The app has come to the front with this chat open, or has left it.
  public func sceneChanged(isActive: Bool) async {
    guard isActive else { return disappear() }
    isVisible = true
    await seeEnd()
  }

  /// `newestSeq` has changed: it is read when it is on screen.
  public func seeEnd() async {
    if isSettled, isAtEnd { await seen(upTo: newestSeq) }
  }

  /// Sends what the composer holds; the unread line has done its work then.
  public func send() async {
    guard await composer.send() else { return }
    unreadLine = nil
    rebuild()
  }

  public func delete(_ message: MessageID) async {
    await perform { try await messages.delete(message, in: conversation) }
  }

  public func retry(_ message: MessageID) async {
    await perform { try await messages.retry(message) }
  }

  public func retryAllFailed() async {
    guard let timeline else { return }
    await perform {
      for item in timeline.items where item.status == .failed { try await messages.retry(item.id) }
    }
  }

  /// Gives up a failed message.
  public func discard(_ message: MessageID) async {
    await perform { try await messages.discard(message) }
  }

  /// The chat is in front of the user: what `seen` reports counts as read.
  public func appear() {
    isVisible = true
    keepsUnread = false
    markedSeq = 0
    unreadLine = timeline.flatMap(Self.unreadLine)
    rebuild()
  }

  /// The chat is no longer in front of the user; new messages gather below an unread line.
  public func disappear() {
    isVisible = false
    unreadLine = nil
  }

  /// The user has the message `seq` and all before it on screen.
  public func seen(upTo seq: Int64) async {
    guard isVisible, !keepsUnread, seq > markedSeq, let timeline else { return }
    markedSeq = seq
    await perform { try await MarkRead(repository: messages)(timeline, upTo: seq, me: me) }
  }

  /// The newest committed message, to be reported as seen when the end of the chat is on screen.
  public var newestSeq: Int64 {
    timeline?.items.last { $0.seq != nil }?.seq ?? 0
  }

  /// Makes `message` the first unread one, and leaves it so until the chat is opened again.
  public func markUnread(from message: MessageID) async {
    guard let seq = timeline?.items.first(where: { $0.id == message })?.seq else { return }
    keepsUnread = true
    await perform { try await messages.markUnread(conversation, from: seq) }
  }

  /// Says how urgent a message is for me; the mark at it follows.
  public func correct(_ message: MessageID, to priority: Priority) async {
    await perform { try await intelligence?.correct(message, in: conversation, to: priority) }
  }

  /// Nobody needs a time for it.
  public func dismiss(_ wish: MeetingWish) async {
    await perform {
      _ = try await intelligence?.change(InsightChange(status: .dismissed), of: wish.id, in: conversation)
    }
  }

  private func followWishes() async {
    guard let intelligence else { return }
    let filter = InsightFilter(kind: .scheduling, statuses: [.open], conversation: conversation)
    for await insights in intelligence.observeInsights(filter) {
      let now = texts.now
      let open = insights.compactMap { MeetingWish($0.insight, me: me) }.filter { $0.isFresh(at: now) }
      wishes = Dictionary(open.map { ($0.message, $0) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// The page before what is held here, or all up to a message; whether it came. It is in
  /// `timeline` when this returns `true`.
  private func fetchOlder(to message: MessageID? = nil) async -> Bool {
    guard !isLoadingOlder, let before = timeline else { return false }
    isLoadingOlder = true
    defer { isLoadingOlder = false }
    let hasCome = await perform {
      if let message {
        try await messages.loadBack(conversation, to: message)
      } else {
        try await messages.loadOlder(conversation)
      }
    }
    guard hasCome != nil else { return false }
    await refresh()
    return timeline?.items.first?.id != before.items.first?.id || timeline?.hasOlder != before.hasOlder
  }

  /// Takes the timeline as it is now, ahead of the stream that `run` follows.
  private func refresh() async {
    for await timeline in messages.observeTimeline(conversation) {
      take(timeline)
      break
    }
  }
}

// MARK: - What comes from below

extension ChatViewModel {
  /// A conversation that is not here may come yet: a notification can be faster than the
  /// synchronisation.
  private func followTimeline() async {
    var isTrying = true
    while isTrying {
      isTrying = timeline != nil || state == .loading
      for await timeline in messages.observeTimeline(conversation) {
        take(timeline)
        isTrying = true
      }
      guard !Task.isCancelled else { return }
      timeline = nil
      state = .failed(message: "This conversation is not here.", canRetry: false)
      guard await conversationComes() else { return }
    }
  }

  /// Whether the list holds the conversation before it ends.
  private func conversationComes() async -> Bool {
    for await summaries in conversations.observeConversations()
    where summaries.contains(where: { $0.id == conversation }) { return true }
    return false
  }

  private func followTyping() async {
    for await users in presences.observeTyping(conversation) { typing = users }
  }

  private func followUploads() async {
    guard let files else { return }
    for await uploads in files.observeUploads() { self.uploads = uploads }
  }

  private func followPresence() async {
    for await presence in presences.observePresence() { self.presence = presence }
  }

  private func take(_ timeline: Timeline) {
    let isFirst = self.timeline == nil
    growWindow(from: self.timeline, to: timeline)
    self.timeline = timeline
    group.update(timeline)
    if isFirst || (!isVisible && unreadLine == nil) || keepsUnread {
      unreadLine = Self.unreadLine(of: timeline)
    }
    rebuild()
  }

  /// New messages at the end do not push the top of what is on screen out of the window.
  private func growWindow(from old: Timeline?, to new: Timeline) {
    guard let last = old?.items.last?.id,
      let index = new.items.lastIndex(where: { $0.id == last })
    else { return }
    shown += new.items.count - 1 - index
  }

  private func rebuild() {
    guard let timeline else { return }
    if timeline.items.isEmpty {
      state = .empty
    } else {
      state = .content(builder.rows(of: timeline, shown: shown, unreadLine: unreadLine))
    }
  }

  private static func unreadLine(of timeline: Timeline) -> ChatRowBuilder.UnreadLine? {
    guard timeline.unread > 0, let first = timeline.firstUnread else { return nil }
    return ChatRowBuilder.UnreadLine(message: first, count: timeline.unread)
  }
}
