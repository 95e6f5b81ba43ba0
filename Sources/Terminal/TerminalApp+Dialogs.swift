import Domain
import ViewModels

extension TerminalApp {
  func handleInDialog(_ key: Key) {
    switch dialog {
    case nil: break
    case .help, .details: closeDialog()
    case .confirmDelete(let message):
      let isConfirmed = key == .text("y")
      closeDialog()
      if isConfirmed, let chat { perform { await chat.delete(message) } }
    case .newConversation(let model): handle(key, in: model)
    case .search(let model): handle(key, in: model)
    case .group(let group): react(group.handle(key))
    case .settings(let settings): react(settings.handle(key))
    case .waiting(let model): handle(key, in: model)
    case .meeting(let meeting): react(meeting.handle(key))
    case .summary(let model):
      switch key {
      case .text("c") where model.output.waiting != nil: perform { await model.output.cancelWaiting() }
      case .down: dialogIndex += 1
      case .up: dialogIndex = max(0, dialogIndex - 1)
      default: closeDialog()
      }
    }
  }

  /// Sums up what stands below the line above what is new, or else the last messages.
  func showSummary() {
    guard let chat else { return }
    show(
      .summary(
        ThreadSummaryViewModel(
          conversation: chat.conversation, line: chat.unreadLineSeqs, intelligence: client.intelligence,
          hasUnread: chat.unread > 0, offline: OfflineContext(client.offline))))
  }

  /// Looks for times for a wish to meet.
  func showMeeting(_ wish: MeetingWish) {
    guard let chat else { return }
    let model = MeetingSuggestionsViewModel(
      conversation: chat.conversation, intelligence: client.intelligence, messages: client.messages, wish: wish)
    show(
      .meeting(
        MeetingDialog(model: model) { [weak chat] user in
          chat?.infoState.content?.members.first { $0.user == user }?.name
        } save: { [weak self] file in
          self?.saveCalendar(file)
        }))
  }

  private func handle(_ key: Key, in model: RequestsViewModel) {
    let requests = model.requests
    model.dismissProblem()
    dialogIndex = max(0, min(requests.count - 1, dialogIndex))
    let chosen = requests.indices.contains(dialogIndex) ? requests[dialogIndex] : nil
    switch key {
    case .escape: closeDialog()
    case .up: dialogIndex = max(0, dialogIndex - 1)
    case .down: dialogIndex = max(0, min(requests.count - 1, dialogIndex + 1))
    case .text("r"): if let chosen, chosen.failure != nil { perform { await model.retry(chosen) } }
    case .text("x"): if let chosen { perform { await model.discard(chosen) } }
    default: break
    }
  }

  private func react(_ reaction: DialogReaction) {
    switch reaction {
    case .none: break
    case .close: closeDialog()
    case .perform(let body): perform(body)
    }
  }

  func showGroup(_ list: ConversationsListViewModel) {
    guard let chat, chat.group.kind == .group else { return }
    show(
      .group(
        GroupDialog(model: chat.group, title: chat.title.english) { [client] in
          NewConversationViewModel(me: list.me, users: client.users, conversations: client.conversations)
        }))
  }

  func showSettings() {
    let profile = ProfileViewModel(repository: client.auth)
    let settings = SettingsViewModel(repository: client.auth, connection: client.connection)
    show(.settings(SettingsDialog(profile: profile, settings: settings)))
  }

  private func handle(_ key: Key, in model: NewConversationViewModel) {
    let users = model.state.content ?? []
    switch key {
    case .escape where isNaming:
      isNaming = false
      dialogEditor = LineEditor(model.query)
    case .escape: closeDialog()
    case .up: dialogIndex = max(0, dialogIndex - 1)
    case .down: dialogIndex = max(0, min(users.count - 1, dialogIndex + 1))
    case .tab where !isNaming:
      guard users.indices.contains(dialogIndex) else { return }
      model.toggle(users[dialogIndex])
    case .enter: confirm(model, users)
    default:
      guard dialogEditor.handleInField(key) else { return }
      if isNaming {
        model.groupName = dialogEditor.text
      } else {
        dialogIndex = 0
        model.setQuery(dialogEditor.text)
      }
    }
  }

  private func confirm(_ model: NewConversationViewModel, _ users: [User]) {
    if model.selection.isEmpty, users.indices.contains(dialogIndex) { model.toggle(users[dialogIndex]) }
    if model.needsName, !isNaming {
      isNaming = true
      dialogEditor = LineEditor(model.groupName)
      return
    }
    perform {
      guard let conversation = await model.create() else { return }
      self.closeDialog()
      self.open(conversation)
    }
  }

  private func handle(_ key: Key, in model: SearchViewModel) {
    let results = model.state.content ?? []
    switch key {
    case .escape: closeDialog()
    case .up: dialogIndex = max(0, dialogIndex - 1)
    case .down:
      dialogIndex = max(0, min(results.count - 1, dialogIndex + 1))
      if dialogIndex == results.count - 1, model.hasMore { perform { await model.loadMore() } }
    case .enter:
      guard results.indices.contains(dialogIndex) else { return }
      closeDialog()
      reveal(results[dialogIndex])
    default:
      guard dialogEditor.handleInField(key) else { return }
      dialogIndex = 0
      model.setQuery(dialogEditor.text)
    }
  }

  /// Opens the chat at a message, loading what lies between.
  private func reveal(_ result: SearchResult) {
    open(result.conversation)
    guard let chat else { return }
    perform {
      while self.chat === chat, case .loading = chat.state {
        guard await self.pause() else { return }
      }
      guard self.chat === chat else { return }
      await chat.reveal(result.message.id)
      guard self.chat === chat, self.bubble(result.message.id) != nil else { return }
      self.focus = .messages
      self.selectedMessage = result.message.id
    }
  }

  /// Lets the first picture of a chat arrive. `false` when it is no longer wanted.
  private func pause() async -> Bool {
    do {
      try await Task.sleep(for: .milliseconds(20))
      return true
    } catch {
      return false
    }
  }
}
