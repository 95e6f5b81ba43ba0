import Domain
import ViewModels

extension TerminalApp {
  /// Everything that the screen shows, read from the view models.
  func screenModel() -> ScreenModel {
    var model = ScreenModel()
    guard let list else {
      model.isSignedIn = false
      if auth.state == .signedOut { model.dialog = form.dialog() }
      return model
    }
    if case .signedIn(let profile) = auth.state { model.userName = profile.name }
    model.badge = list.badge
    model.urgent = list.urgent
    model.banner = list.connection.banner.text?.english
    model.problem = problem
    model.notice = notice
    model.reminder = reminder
    fillList(list, &model)
    model.focus = focus
    model.chat = chat.map(chatModel)
    model.composer = composer
    model.dialog = dialogModel()
    return model
  }

  private var reminder: String? {
    guard let reminders, let first = reminders.due.first else { return nil }
    let more = reminders.due.count - 1
    return "Reminder (alt-d done, alt-l in an hour\(more > 0 ? ", \(more) more" : "")): "
      + RemindersViewModel.text(of: first).english
  }

  private var problem: String? {
    (reminders?.problem ?? chat?.problem ?? chat?.composer.problem ?? list?.problem ?? auth.problem)?.sentence.english
  }

  private func fillList(_ list: ConversationsListViewModel, _ model: inout ScreenModel) {
    switch list.state {
    case .loading: model.listNotice = "Loading …"
    case .empty: model.listNotice = "No conversations yet. Press ctrl-n to start one."
    case .failed(let message, _): model.listNotice = message.english
    case .content(let sections):
      model.sections = sections
      if sections.isEmpty {
        model.listNotice = list.isUrgentOnly ? "Nothing unread is urgent. Press ! for all." : "Nothing matches."
      }
    }
    if isFiltering || !list.filter.isEmpty { model.filter = TerminalText.sanitised(list.filter) }
    if selectedConversation == nil || !list.rows.contains(where: { $0.id == selectedConversation }) {
      selectedConversation = chat?.conversation ?? list.rows.first?.id
    }
    model.selectedConversation = selectedConversation
  }

  private func chatModel(_ chat: ChatViewModel) -> ScreenModel.Chat {
    var model = ScreenModel.Chat()
    model.title = chat.title.english
    model.subtitle = chat.subtitle.english
    model.typing = chat.typingText?.english
    model.selected = focus == .messages ? selectedMessage : nil
    model.scroll = scroll
    model.remaining = chat.composer.remaining
    model.isLoadingOlder = chat.isLoadingOlder
    model.uploads = uploads
    model.records = records?.records ?? [:]
    model.wishes = wishes
    switch chat.composer.mode {
    case .new: break
    case .reply(let item): model.composerLabel = "Reply to \(item.isMine ? "yourself" : item.senderName), esc gives up"
    case .edit: model.composerLabel = "Edit, esc gives up"
    }
    switch chat.state {
    case .loading: model.notice = "Loading …"
    case .empty: model.notice = "No messages yet. Write the first one."
    case .failed(let message, _): model.notice = message.english
    case .content(let rows): model.rows = rows
    }
    return model
  }

  private func dialogModel() -> ScreenModel.Dialog? {
    switch dialog {
    case nil: nil
    case .help: DialogTexts.helpDialog()
    case .confirmDelete(let message): DialogTexts.confirmDelete(bubble(message))
    case .details(let message):
      DialogTexts.details(bubble(message), chat?.receipts(of: message), records?.records[message] ?? [])
    case .summary(let model): DialogTexts.summary(model, from: dialogIndex, rows: max(4, picture.buffer.height - 8))
    case .newConversation(let model):
      DialogTexts.newConversation(model, dialogEditor, isNaming: isNaming, index: dialogIndex)
    case .search(let model): DialogTexts.search(model, dialogEditor, index: dialogIndex)
    case .group(let group): group.dialog()
    case .settings(let settings): settings.dialog()
    case .waiting(let model): DialogTexts.waiting(model, dialogIndex)
    case .meeting(let meeting): meeting.dialog()
    }
  }

  /// Wishes to meet at their messages, where the AI may look for a time.
  var wishes: [MessageID: MeetingWish] {
    guard let chat, let features, features.has(.ai), features.has(.scheduling) else { return [:] }
    return chat.wishes
  }

  func bubble(_ message: MessageID) -> ChatBubble? {
    chat?.rows.lazy.compactMap(\.bubble).first { $0.id == message }
  }
}
