import Domain
import Observation

/// The line at the foot of a chat: text, files, draft, reply and edit, and that others see me
/// typing. Files that were added and not sent are no part of the draft.
@MainActor @Observable
public final class ComposerModel {
  /// The count of what is left is shown from here on.
  public static let remainingShownFrom = 500
  /// Seconds from a change to the draft on disk.
  public static let draftDelay = 0.4

  public private(set) var text = "" {
    didSet { check() }
  }
  /// What goes with the next message, in its order.
  public internal(set) var files: [ComposerFile] = [] {
    didSet { check() }
  }
  public private(set) var mode: ComposerMode = .new {
    didSet { check() }
  }
  public internal(set) var problem: Problem?
  /// What the server takes; `nil` while that is not known.
  @ObservationIgnored var limits: FileLimits?
  @ObservationIgnored var lastFile = 0
  /// `text` as it will be sent; `nil` while that is not possible.
  private var validText: String?
  @ObservationIgnored private let conversation: ConversationID
  @ObservationIgnored private let messages: any MessageRepository
  @ObservationIgnored private let conversations: any ConversationRepository
  @ObservationIgnored private let presence: any PresenceRepository
  @ObservationIgnored let repository: (any FileRepository)?
  @ObservationIgnored private let pauses: any Clock<Duration>
  /// The draft that an edit has put aside.
  @ObservationIgnored private var textBeforeEdit = ""
  @ObservationIgnored private var savedDraft = ""
  @ObservationIgnored private var hasLoadedDraft = false
  @ObservationIgnored private var typingChanges: AsyncStream<Void>.Continuation?
  @ObservationIgnored private var draftChanges: AsyncStream<Void>.Continuation?

  public init(
    conversation: ConversationID, messages: any MessageRepository, conversations: any ConversationRepository,
    presence: any PresenceRepository, files: (any FileRepository)? = nil,
    pauses: any Clock<Duration> = ContinuousClock()
  ) {
    self.conversation = conversation
    repository = files
    self.messages = messages
    self.conversations = conversations
    self.presence = presence
    self.pauses = pauses
  }

  /// Restores the draft, then keeps it saved and shows others that I type, until the task is
  /// cancelled. What was typed last is on disk when it returns.
  public func run() async {
    await loadDraft()
    let (typing, typingChanges) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let (drafts, draftChanges) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.typingChanges = typingChanges
    self.draftChanges = draftChanges
    await withDiscardingTaskGroup { group in
      group.addTask { for await _ in typing { await self.showTyping() } }
      group.addTask { for await _ in drafts { await self.saveDraftSoon() } }
    }
    self.typingChanges = nil
    self.draftChanges = nil
    // The task is cancelled by now: a fresh one writes what is still unsaved.
    await Task { await self.saveDraft() }.value
  }

  /// Unicode scalar values left, once few are.
  public var remaining: Int? {
    let left = MessageText.maximumLength - text.unicodeScalars.count
    return left <= Self.remainingShownFrom ? left : nil
  }

  public var canSend: Bool {
    guard let valid = validText else { return false }
    if case .edit(let item) = mode { return valid != item.text }
    return true
  }

  /// Replaces the text, as the user types.
  public func setText(_ text: String) {
    guard text != self.text else { return }
    self.text = text
    problem = nil
    noteChange()
  }

  public func reply(to item: TimelineItem) {
    leaveEdit()
    mode = .reply(item)
  }

  /// Puts the draft aside until the edit is done or given up.
  public func edit(_ item: TimelineItem) {
    guard item.isMine, !item.isDeleted else { return }
    if !mode.isEdit { textBeforeEdit = text }
    mode = .edit(item)
    text = item.text
    noteChange()
  }

  /// Leaves reply or edit mode; an edit's text is dropped and the draft comes back.
  public func cancelMode() {
    leaveEdit()
    mode = .new
    noteChange()
  }

  /// Hands the text over: it is on disk when this returns `true`. On a refusal the text is back in
  /// the composer.
  @discardableResult
  public func send() async -> Bool {
    guard canSend else { return false }
    let sentText = text
    let sentMode = mode
    let sentFiles = sentMode.isEdit ? [] : files
    text = sentMode.isEdit ? textBeforeEdit : ""
    textBeforeEdit = ""
    mode = .new
    if !sentMode.isEdit { files = [] }
    problem = nil
    do {
      try await hand(over: sentText, sentMode, sentFiles.map(\.file))
      await presence.setTyping(false, in: conversation)
      await saveDraft()
      return true
    } catch {
      problem = Problem(error)
      text = text.isEmpty ? sentText : "\(sentText)\n\(text)"
      mode = sentMode
      files = sentFiles + files
      noteChange()
      return false
    }
  }

  public func dismissProblem() {
    problem = nil
  }

  /// Files go with what is written, or belong to the message that is edited.
  private var hasFiles: Bool {
    if case .edit(let item) = mode { !item.attachments.isEmpty } else { !files.isEmpty }
  }

  private func check() {
    do {
      validText = try MessageText.validated(text, hasAttachments: hasFiles)
    } catch {
      // Not an error yet: the user is still writing.
      validText = nil
    }
  }

  private func hand(over text: String, _ mode: ComposerMode, _ files: [OutgoingFile]) async throws {
    switch mode {
    case .edit(let item): try await messages.edit(item.id, in: conversation, text: text)
    case .new, .reply:
      _ = try await messages.send(text, to: conversation, replyTo: mode.item?.id, attachments: files)
    }
  }

  private func leaveEdit() {
    guard mode.isEdit else { return }
    text = textBeforeEdit
    textBeforeEdit = ""
  }

  private func noteChange() {
    typingChanges?.yield()
    draftChanges?.yield()
  }

  private func showTyping() async {
    await presence.setTyping(!text.isEmpty && !mode.isEdit, in: conversation)
  }

  private func loadDraft() async {
    guard !hasLoadedDraft else { return }
    do {
      let draft = try await conversations.draft(in: conversation) ?? ""
      hasLoadedDraft = true
      savedDraft = draft
      if text.isEmpty, mode == .new { text = draft }
    } catch {
      problem = Problem(error)
    }
  }

  private func saveDraftSoon() async {
    do {
      try await pauses.sleep(for: .seconds(Self.draftDelay))
    } catch {
      // Cancelled: `run` saves before it returns.
      return
    }
    await saveDraft()
  }

  private func saveDraft() async {
    let draft = mode.isEdit ? textBeforeEdit : text
    guard draft != savedDraft else { return }
    do {
      try await conversations.saveDraft(draft.isEmpty ? nil : draft, in: conversation)
      savedDraft = draft
    } catch {
      problem = Problem(error)
    }
  }
}
