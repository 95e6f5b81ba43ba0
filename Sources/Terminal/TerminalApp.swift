import Domain
import Foundation
import MessageAIKit
import Observation
import ViewModels

/// The terminal client: events in, view models asked, one picture out.
@MainActor
package final class TerminalApp {
  static let escapePause = 0.04

  let client: MessageAIClient
  let auth: AuthViewModel
  var form: SignInForm
  var list: ConversationsListViewModel?
  var chat: ChatViewModel?
  var records: MessageRecordsModel?
  var reminders: RemindersViewModel?
  var features: FeaturesModel?
  var dialog: DialogState?
  /// Text of the open dialog or of the list's filter.
  var dialogEditor = LineEditor()
  var dialogIndex = 0
  var isNaming = false
  var isFiltering = false
  var focus: ScreenModel.Focus = .list
  var selectedConversation: ConversationID?
  var selectedMessage: MessageID?
  var scroll = 0
  var composer = LineEditor()
  /// What the last key has done.
  var notice: String?
  var uploads: [AttachmentID: UploadProgress] = [:]
  var picture = ScreenRenderer.Picture(buffer: ScreenBuffer(width: 1, height: 1))
  /// Opens a page in a browser of this device.
  let openPage: @MainActor (URL) -> Void
  private let device: TerminalDevice
  private let hasColors: Bool
  private var shown: ScreenBuffer?
  private var decoder = KeyDecoder()
  private var isRunning = true
  private var listTask: Task<Void, Never>?
  private var remindersTask: Task<Void, Never>?
  private var featuresTask: Task<Void, Never>?
  private var chatTask: Task<Void, Never>?
  private var recordsTask: Task<Void, Never>?
  private var dialogTask: Task<Void, Never>?
  private let events: AsyncStream<TerminalEvent>
  private let continuation: AsyncStream<TerminalEvent>.Continuation

  package init(
    client: MessageAIClient, device: TerminalDevice, hasColors: Bool, email: String,
    openPage: @escaping @MainActor (URL) -> Void = Browser.open
  ) {
    self.client = client
    self.openPage = openPage
    self.device = device
    self.hasColors = hasColors
    auth = AuthViewModel(repository: client.auth, identities: client.identities)
    auth.email = email
    form = SignInForm(auth: auth)
    (events, continuation) = AsyncStream.makeStream(of: TerminalEvent.self)
  }

  /// Until the user quits, input ends, or a signal asks for the end. Drafts are saved when it
  /// returns.
  package func run() async {
    let signals = SignalEvents(continuation)
    let authTask = Task { await auth.run() }
    let uploadTask = Task { await followUploads() }
    let input = device.input()
    let inputTask = Task.detached { [continuation] in
      for await bytes in input { continuation.yield(.input(bytes)) }
      continuation.yield(.inputEnded)
    }
    render()
    for await event in events {
      handle(event)
      guard isRunning else { break }
      render()
    }
    inputTask.cancel()
    authTask.cancel()
    uploadTask.cancel()
    signals.cancel()
    closeDialog()
    await closeChat()
    endTasks()
  }

  func quit() {
    isRunning = false
  }

  /// Runs what a key has started; what comes of it shows through the view models.
  func perform(_ body: @escaping @MainActor () async -> Void) {
    Task { await body() }
  }

  private func handle(_ event: TerminalEvent) {
    switch event {
    case .input(let bytes):
      for key in decoder.feed(bytes) { handle(key) }
      if decoder.isWaiting {
        Task {
          do {
            try await Task.sleep(for: .seconds(Self.escapePause))
            continuation.yield(.escapePause)
          } catch {
            return
          }
        }
      }
    case .escapePause: for key in decoder.flush() { handle(key) }
    case .resized: shown = nil
    case .changed: break
    case .inputEnded, .terminate: quit()
    }
    followSession()
  }

  private func followUploads() async {
    for await uploads in client.files.observeUploads() {
      self.uploads = uploads
      continuation.yield(.changed)
    }
  }

  /// Says what has been done.
  func tell(_ notice: String) {
    self.notice = notice
    continuation.yield(.changed)
  }

  /// Opens and closes the workspace as somebody signs in and out.
  private func followSession() {
    switch auth.state {
    case .restoring: return
    case .signedOut:
      guard list != nil else { return }
      endTasks()
      (list, reminders, features) = (nil, nil, nil)
      closeDialog()
      perform { await self.closeChat() }
      form = SignInForm(auth: auth)
    case .signedIn(let profile):
      guard list == nil else { return }
      let list = ConversationsListViewModel(
        me: profile.id, conversations: client.conversations, presence: client.presence,
        connection: ConnectionBannerModel(connection: client.connection))
      self.list = list
      focus = .list
      listTask = Task { await list.run() }
      let reminders = RemindersViewModel(reminders: client.reminders)
      self.reminders = reminders
      remindersTask = Task { await reminders.run() }
      let features = FeaturesModel(repository: client.auth)
      self.features = features
      featuresTask = Task { await features.run() }
    }
  }

  private func endTasks() {
    for task in [listTask, remindersTask, featuresTask] { task?.cancel() }
  }
}

// MARK: - Chats and dialogs

extension TerminalApp {
  func open(_ conversation: ConversationID) {
    selectedConversation = conversation
    focus = .composer
    guard let list, chat?.conversation != conversation else { return }
    let former = chatTask
    chat?.disappear()
    former?.cancel()
    let chat = ChatViewModel(
      conversation: conversation, me: list.me, messages: client.messages, conversations: client.conversations,
      presence: client.presence, intelligence: client.intelligence)
    self.chat = chat
    composer = LineEditor()
    selectedMessage = nil
    scroll = 0
    chat.appear()
    let records = MessageRecordsModel(conversation: conversation, intelligence: client.intelligence)
    self.records = records
    recordsTask?.cancel()
    recordsTask = Task { await records.run() }
    chatTask = Task {
      await former?.value
      await chat.run()
    }
  }

  /// Returns once the draft is saved.
  func closeChat() async {
    chat?.disappear()
    chat = nil
    records = nil
    recordsTask?.cancel()
    chatTask?.cancel()
    await chatTask?.value
    chatTask = nil
  }

  func show(_ dialog: DialogState) {
    closeDialog()
    self.dialog = dialog
    switch dialog {
    case .newConversation(let model): dialogTask = Task { await model.run() }
    case .search(let model): dialogTask = Task { await model.run() }
    case .settings(let settings): dialogTask = Task { await settings.run() }
    case .waiting(let model): dialogTask = Task { await model.run() }
    case .summary(let model): dialogTask = Task { await model.summarize() }
    case .meeting(let meeting): dialogTask = Task { await meeting.run() }
    case .help, .confirmDelete, .details, .group: break
    }
  }

  func closeDialog() {
    if case .group(let group) = dialog { group.close() }
    dialogTask?.cancel()
    dialogTask = nil
    dialog = nil
    dialogEditor = LineEditor()
    dialogIndex = 0
    isNaming = false
  }
}

// MARK: - Drawing

extension TerminalApp {
  private func render() {
    if let chat, chat.composer.text != composer.text { composer = LineEditor(chat.composer.text) }
    let size = device.size
    let renderer = ScreenRenderer(width: size.width, height: size.height)
    let tail = picture.chatLines.last { $0.message != nil }?.message
    var picture = draw(renderer)
    if adjustScroll(picture, formerTail: tail) { picture = draw(renderer) }
    self.picture = picture
    device.write(ScreenDiff.sequence(from: shown, to: picture.buffer, colors: hasColors))
    shown = picture.buffer
    reportSeen()
  }

  private func draw(_ renderer: ScreenRenderer) -> ScreenRenderer.Picture {
    let model = withObservationTracking {
      screenModel()
    } onChange: { [continuation] in
      continuation.yield(.changed)
    }
    return renderer.draw(model)
  }

  /// Keeps what is read in place when something comes in below, and the selected message on screen.
  private func adjustScroll(_ picture: ScreenRenderer.Picture, formerTail: MessageID?) -> Bool {
    let before = scroll
    let lines = picture.chatLines
    if scroll > 0, let formerTail, let index = lines.lastIndex(where: { $0.message == formerTail }) {
      scroll += lines.count - 1 - index
    }
    let visible = picture.visibleChat
    if focus == .messages, let selectedMessage,
      let first = lines.firstIndex(where: { $0.message == selectedMessage }),
      let last = lines.lastIndex(where: { $0.message == selectedMessage })
    {
      let end = lines.count - scroll
      if last >= end { scroll = lines.count - 1 - last }
      if first < end - visible.count { scroll = max(0, lines.count - first - visible.count) }
    }
    scroll = max(0, min(scroll, lines.count - visible.count))
    return scroll != before
  }

  private func reportSeen() {
    guard let chat, let seq = picture.chatLines[picture.visibleChat].compactMap(\.seq).max() else { return }
    perform { await chat.seen(upTo: seq) }
  }
}
