import Domain
import Foundation
import MessageAIKit
import ViewModels

extension TerminalApp {
  func handle(_ key: Key) {
    if key == .control("q") || key == .control("c") { return quit() }
    guard let list else {
      if let page = form.page(for: key) { return openPage(page) }
      if form.handle(key) { perform { await self.auth.submit() } }
      return
    }
    notice = nil
    list.dismissProblem()
    reminders?.dismissProblem()
    chat?.dismissProblem()
    chat?.composer.dismissProblem()
    if dialog != nil { return handleInDialog(key) }
    if isFiltering { return handleInFilter(key, list) }
    if handleEverywhere(key, list) { return }
    switch focus {
    case .list: handleInList(key, list)
    case .messages: handleInMessages(key)
    case .composer: handleInComposer(key)
    }
  }

  private func handleEverywhere(_ key: Key, _ list: ConversationsListViewModel) -> Bool {
    switch key {
    case .tab: moveFocus(1)
    case .backTab: moveFocus(-1)
    case .control("n"):
      show(
        .newConversation(
          NewConversationViewModel(me: list.me, users: client.users, conversations: client.conversations)))
    case .control("f"): show(.search(SearchViewModel(messages: client.messages)))
    case .control("r"):
      perform {
        await list.connection.retry()
        await self.chat?.retryAllFailed()
      }
    case .control("e"): editLast()
    case .control("d"): if let selectedMessage { askToDelete(selectedMessage) }
    case .control("o"): perform { await self.auth.signOut() }
    case .control("g"): showGroup(list)
    case .control("p"): showSettings()
    case .control("t"): showSummary()
    case .alt("?"): show(.help)
    case .alt("w"): show(.waiting(RequestsViewModel(OfflineContext(client.offline))))
    case .alt("d"), .alt("l"): answerReminder(isDone: key == .alt("d"))
    case .pageUp: scrollUp()
    case .pageDown: scroll = max(0, scroll - page)
    default: return false
    }
    return true
  }

  /// Of the one that shows.
  private func answerReminder(isDone: Bool) {
    guard let reminders, let first = reminders.due.first else { return }
    perform {
      if isDone { await reminders.finish(first) } else { await reminders.postpone(first, .hour) }
    }
  }

  private func handleInList(_ key: Key, _ list: ConversationsListViewModel) {
    let rows = list.rows
    let index = rows.firstIndex { $0.id == selectedConversation }
    switch key {
    case .up, .down:
      guard !rows.isEmpty else { return }
      let next = (index ?? 0) + (key == .up ? -1 : 1)
      selectedConversation = rows[max(0, min(rows.count - 1, next))].id
    case .home: selectedConversation = rows.first?.id
    case .end: selectedConversation = rows.last?.id
    case .enter, .right: if let selectedConversation { open(selectedConversation) }
    case .escape:
      list.filter = ""
      list.isUrgentOnly = false
    case .text("!"): list.isUrgentOnly.toggle()
    case .text("?"): show(.help)
    case .text("/"):
      isFiltering = true
      dialogEditor = LineEditor(list.filter)
    case .text(let letter):
      guard let index else { return }
      change(rows[index], letter, list)
    default: break
    }
  }

  private func change(_ row: ConversationRow, _ letter: String, _ list: ConversationsListViewModel) {
    let settings = row.summary.settings
    perform {
      switch letter {
      case "p": await list.setPinned(!settings.pinned, row.id)
      case "a": await list.setArchived(!settings.archived, row.id)
      case "m": row.isMuted ? await list.unmute(row.id) : await list.mute(row.id)
      default: break
      }
    }
  }

  private func handleInFilter(_ key: Key, _ list: ConversationsListViewModel) {
    switch key {
    case .enter, .up, .down, .tab: isFiltering = false
    case .escape:
      isFiltering = false
      list.filter = ""
    default: if dialogEditor.handleInField(key) { list.filter = dialogEditor.text }
    }
  }

  private func handleInMessages(_ key: Key) {
    guard let chat else { return }
    switch key {
    case .up, .down: moveSelection(key == .up ? -1 : 1)
    case .escape: focus = .composer
    case .text("?"): show(.help)
    case .enter: if let selectedMessage { show(.details(selectedMessage)) }
    case .text(let letter):
      guard let selectedMessage, let bubble = bubble(selectedMessage) else { return }
      act(letter, on: bubble, chat)
    default: break
    }
  }

  private func act(_ letter: String, on bubble: ChatBubble, _ chat: ChatViewModel) {
    switch letter {
    case "r":
      chat.composer.reply(to: bubble.item)
      focus = .composer
    case "e" where bubble.canEdit: edit(bubble, chat)
    case "d": askToDelete(bubble.id)
    case "u": perform { await chat.markUnread(from: bubble.id) }
    case "!" where bubble.canCorrectPriority: perform { await chat.correct(bubble.id, to: .urgent) }
    case "w" where bubble.canCorrectPriority: perform { await chat.correct(bubble.id, to: .canWait) }
    case "x" where bubble.canRetry: perform { await chat.discard(bubble.id) }
    case "s" where !bubble.item.attachments.isEmpty: perform { await self.save(bubble.item.attachments) }
    case "m": if let wish = wishes[bubble.id] { showMeeting(wish) }
    case "n": if let wish = wishes[bubble.id] { dismiss(wish, chat) }
    default: break
    }
  }

  private func dismiss(_ wish: MeetingWish, _ chat: ChatViewModel) {
    perform {
      await chat.dismiss(wish)
      if chat.problem == nil { self.tell("Nobody here is asked to find a time for this any more.") }
    }
  }

  /// The folder in which the program was started.
  private var folder: URL {
    URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
  }

  func saveCalendar(_ file: URL) {
    do {
      tell("Saved \(try FileSaver.save(file, as: "meeting.ics", in: folder).lastPathComponent).")
    } catch {
      tellNotSaved(error)
    }
  }

  private func tellNotSaved(_ error: any Error) {
    tell((error as? TerminalFailure)?.description ?? Problem(error)?.sentence.english ?? "Not saved.")
  }

  private func save(_ files: [Attachment]) async {
    tell("Saving …")
    do {
      var names: [String] = []
      for file in files {
        let source = try await client.files.file(file, form: .original)
        names.append(try FileSaver.save(source, as: file.name, in: folder).lastPathComponent)
      }
      tell("Saved \(names.joined(separator: ", ")).")
    } catch {
      tellNotSaved(error)
    }
  }

  private func handleInComposer(_ key: Key) {
    guard let chat else { return }
    switch key {
    case .enter:
      scroll = 0
      selectedMessage = nil
      perform { await chat.send() }
    case .escape:
      if chat.composer.mode == .new { focus = .list } else { chat.composer.cancelMode() }
    case .up:
      guard let last = chat.rows.last(where: { $0.bubble != nil })?.bubble?.id else { return }
      focus = .messages
      selectedMessage = last
    default:
      guard composer.handle(key) else { return }
      chat.composer.setText(composer.text)
    }
  }

  private func moveFocus(_ step: Int) {
    guard chat != nil else { return }
    let all = ScreenModel.Focus.allCases
    let index = all.firstIndex(of: focus) ?? 0
    focus = all[(index + step + all.count) % all.count]
    if focus == .messages, selectedMessage.flatMap(bubble) == nil {
      selectedMessage = chat?.rows.last { $0.bubble != nil }?.bubble?.id
    }
  }

  private func moveSelection(_ step: Int) {
    guard let chat else { return }
    let bubbles = chat.rows.compactMap(\.bubble)
    guard let index = bubbles.firstIndex(where: { $0.id == selectedMessage }) else {
      selectedMessage = bubbles.last?.id
      return
    }
    if index + step >= bubbles.count {
      focus = .composer
      scroll = 0
    } else if index + step >= 0 {
      selectedMessage = bubbles[index + step].id
    } else if chat.hasOlder {
      perform { await chat.loadOlder() }
    }
  }

  private func editLast() {
    guard let chat, let bubble = chat.rows.last(where: { $0.bubble?.canEdit == true })?.bubble else { return }
    edit(bubble, chat)
  }

  private func edit(_ bubble: ChatBubble, _ chat: ChatViewModel) {
    chat.composer.edit(bubble.item)
    focus = .composer
  }

  private func askToDelete(_ message: MessageID) {
    guard bubble(message)?.canDelete == true else { return }
    show(.confirmDelete(message))
  }

  private var page: Int { max(1, picture.visibleChat.count - 2) }

  private func scrollUp() {
    guard let chat else { return }
    if picture.visibleChat.lowerBound < page, chat.hasOlder { perform { await chat.loadOlder() } }
    scroll += page
  }
}
