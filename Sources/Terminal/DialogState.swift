import Domain
import ViewModels

/// The box that is open over the screen.
enum DialogState {
  case help
  case newConversation(NewConversationViewModel)
  case search(SearchViewModel)
  case confirmDelete(MessageID)
  case details(MessageID)
  case group(GroupDialog)
  case settings(SettingsDialog)
  case summary(ThreadSummaryViewModel)
  case waiting(RequestsViewModel)
  case meeting(MeetingDialog)
}

/// What the boxes say.
@MainActor
enum DialogTexts {
  static let help: [(String, String)] = [
    ("tab, shift-tab", "next, previous pane"), ("↑ ↓", "move in lists and messages"),
    ("enter", "open a conversation, send a message"), ("alt-enter", "new line"),
    ("page up, page down", "scroll, load older messages"), ("ctrl-n", "new conversation"),
    ("ctrl-f", "search all messages"), ("/", "filter the list"),
    ("!", "only what is urgent (list), this is urgent (messages)"),
    ("w", "this can wait (messages)"), ("p m a", "pin, mute, archive (list)"),
    ("r e u x", "reply, edit, mark unread, discard (messages)"),
    ("m, n", "find a time to meet, none is needed (messages)"),
    ("s", "save the files of the selected message in this folder"), ("ctrl-e", "edit my last message"),
    ("ctrl-d", "delete the selected message"), ("ctrl-r", "send failed messages again, connect now"),
    ("ctrl-a w u k", "start, delete word, to start, to end"), ("ctrl-g", "members of the group"),
    ("alt-d, alt-l", "the reminder below: done, in an hour"), ("ctrl-p", "profile, password, devices"),
    ("alt-w", "what waits for the server"), ("ctrl-t", "catch up with the conversation"), ("ctrl-o", "sign out"),
    ("esc", "back"), ("ctrl-q", "quit"),
  ]

  static func helpDialog() -> ScreenModel.Dialog {
    .init(
      title: "Keys",
      lines: help.map { key, meaning in
        var line = StyledLine(key.padding(20), Style(.yellow))
        line.append(meaning)
        return line
      })
  }

  static func confirmDelete(_ bubble: ChatBubble?) -> ScreenModel.Dialog {
    let text = TerminalText.sanitised(bubble?.line.english ?? "")
    return .init(
      title: "Delete for everyone?",
      lines: [StyledLine(text).clipped(to: 50), StyledLine(), StyledLine("y delete   n keep", Style(.yellow))])
  }

  static func details(
    _ bubble: ChatBubble?, _ receipts: ReceiptDetails?, _ records: [MessageRecord]
  ) -> ScreenModel.Dialog {
    var lines = records.map { record in
      var line = StyledLine("\(record.label.english)  ", Style(.yellow))
      line.append(TerminalText.sanitised(record.text))
      return line.clipped(to: 60)
    }
    if let receipts {
      lines += names("Read by", receipts.read) + names("Received by", receipts.delivered)
      lines += names("Not yet received by", receipts.waiting)
    }
    if let edits = bubble?.item.edits, !edits.isEmpty {
      lines.append(StyledLine("Former texts", Style(bold: true)))
      lines += edits.map { StyledLine("  " + TerminalText.sanitised($0.text)).clipped(to: 60) }
    }
    if lines.isEmpty { lines = [StyledLine(bubble?.item.seq == nil ? "Not sent yet." : "Nobody else is here.")] }
    return .init(title: "Message", lines: lines)
  }

  static func newConversation(
    _ model: NewConversationViewModel, _ editor: LineEditor, isNaming: Bool, index: Int
  ) -> ScreenModel.Dialog {
    var lines: [StyledLine] = []
    let label = isNaming ? "Name of the group  " : "Search people  "
    var input = StyledLine(label, Style(.grey))
    input.append(TerminalText.sanitised(editor.text), Style(bold: true))
    lines.append(input)
    let column = CharacterWidth.width(of: label + String(editor.text.prefix(editor.cursor)))
    if !model.selection.isEmpty {
      let chosen = model.selection.map { TerminalText.sanitised($0.name) }.joined(separator: ", ")
      lines.append(StyledLine("With \(chosen)", Style(.green)).clipped(to: 60))
    }
    lines.append(StyledLine())
    if !isNaming { lines += people(model, index) }
    if let problem = model.problem { lines.append(StyledLine(problem.sentence.english, Style(.red)).clipped(to: 60)) }
    lines.append(StyledLine())
    let hint = isNaming ? "enter make the group   esc back" : "enter open   tab choose several   esc close"
    lines.append(StyledLine(hint, Style(.grey)))
    return .init(title: "New conversation", lines: lines, cursor: .init(column: column, row: 0))
  }

  static func search(_ model: SearchViewModel, _ editor: LineEditor, index: Int) -> ScreenModel.Dialog {
    var input = StyledLine("Search  ", Style(.grey))
    input.append(TerminalText.sanitised(editor.text), Style(bold: true))
    let column = 8 + CharacterWidth.width(of: String(editor.text.prefix(editor.cursor)))
    var lines = [input, StyledLine()]
    switch model.state {
    case .empty:
      let hint = "Words, \"phrases\", from:ada in:team has:image before:2026-01-31"
      lines.append(StyledLine(hint, Style(.grey)))
    case .loading: lines.append(StyledLine("Searching …", Style(.grey)))
    case .failed(let message, _): lines.append(StyledLine(TerminalText.sanitised(message.english), Style(.red)))
    case .content(let results):
      if results.isEmpty { lines.append(StyledLine("Nothing found.", Style(.grey))) }
      let top = max(0, index - 9)
      for (number, result) in results.enumerated().dropFirst(top).prefix(10) {
        let line = found(result).clipped(to: 66)
        lines.append(number == index ? line.padded(to: 66).inverted() : line)
      }
    }
    lines += [StyledLine(), StyledLine("enter open   ↑↓ choose   esc close", Style(.grey))]
    return .init(title: "Search", lines: lines, cursor: .init(column: column, row: 0))
  }

  /// What was said, from the line `first` on, at most `rows` lines of it.
  static func summary(_ model: ThreadSummaryViewModel, from first: Int, rows: Int) -> ScreenModel.Dialog {
    var lines: [StyledLine] = []
    func add(_ text: String, _ style: Style = .plain, after mark: String = "") {
      let parts = TextLayout.wrap(TerminalText.sanitised(text, multiline: true), width: 64)
      for (index, part) in parts.enumerated() {
        lines.append(StyledLine((index == 0 ? mark : String(repeating: " ", count: mark.count)) + part, style))
      }
    }
    let isWaiting = model.output.waiting != nil
    if let notice = model.output.notice { add(notice.english, Style(.grey)) }
    if isWaiting { add("You are offline. This is answered when the connection is back.", Style(.grey)) }
    switch model.output.state {
    case .empty where isWaiting: break
    case .empty, .loading: add("Reading …", Style(.grey))
    case .failed(let message, _): add(message.english, Style(.red))
    case .content(let output):
      let reading = OutputReading(output)
      if let text = reading.text { add(text) }
      for claim in reading.claims { add(claim.text, after: "• ") }
      if let notice = output.receipt.notice { add(notice, Style(.grey)) }
    }
    let top = max(0, min(first, lines.count - rows))
    let moves = lines.count > rows ? "↑↓ more   " : ""
    let hint =
      moves + (isWaiting ? "c cancels   " : "") + (lines.count > rows ? "any other key closes" : "any key closes")
    return .init(
      title: "Catch up: \(model.choice.title.english)",
      lines: lines.dropFirst(top).prefix(rows) + [StyledLine(), StyledLine(hint, Style(.grey))])
  }

  /// What was asked without a connection, and what the server has refused of it.
  static func waiting(_ model: RequestsViewModel, _ index: Int) -> ScreenModel.Dialog {
    var lines = model.requests.isEmpty ? [StyledLine("Nothing waits.", Style(.grey))] : []
    for (number, request) in model.requests.enumerated().dropFirst(max(0, index - 9)).prefix(10) {
      var line = StyledLine(TerminalText.sanitised(RequestTexts.text(of: request.request).english))
      if let reason = model.reason(request) { line.append("  \(TerminalText.sanitised(reason.english))", Style(.red)) }
      let clipped = line.clipped(to: 60)
      lines.append(number == index ? clipped.padded(to: 60).inverted() : clipped)
    }
    if let problem = model.problem {
      lines.append(StyledLine(TerminalText.sanitised(problem.sentence.english), Style(.red)))
    }
    lines += [StyledLine(), StyledLine("↑↓ choose   r send again   x take back   esc close", Style(.grey))]
    return .init(title: "Waiting for the server", lines: lines)
  }

  static func people(_ model: NewConversationViewModel, _ index: Int) -> [StyledLine] {
    switch model.state {
    case .empty: return [StyledLine("Type a name or an e-mail address.", Style(.grey))]
    case .loading: return [StyledLine("Searching …", Style(.grey))]
    case .failed(let message, _): return [StyledLine(TerminalText.sanitised(message.english), Style(.red))]
    case .content(let users):
      if users.isEmpty { return [StyledLine("Nobody found.", Style(.grey))] }
      let top = max(0, index - 9)
      return users.enumerated().dropFirst(top).prefix(10).map { number, user in
        var line = StyledLine(model.isSelected(user) ? "✓ " : "  ", Style(.green))
        line.append(TerminalText.sanitised(user.name))
        line.append("  \(TerminalText.sanitised(user.email))", Style(.grey))
        return number == index ? line.padded(to: 60).inverted() : line.clipped(to: 60)
      }
    }
  }

  /// The words that were found, behind the file that has them.
  static func found(_ result: SearchResult) -> StyledLine {
    guard let file = result.file else { return snippet(result.snippet) }
    return snippet(result.snippet, after: StyledLine("In a file: \(TerminalText.sanitised(file))  ", Style(.grey)))
  }

  /// Matches stand between U+0002 and U+0003.
  private static func snippet(_ text: String, after start: StyledLine = StyledLine()) -> StyledLine {
    var line = start
    for (index, part) in text.split(separator: "\u{2}", omittingEmptySubsequences: false).enumerated() {
      let halves =
        index == 0 ? [part[...]] : part.split(separator: "\u{3}", maxSplits: 1, omittingEmptySubsequences: false)
      if index > 0, let match = halves.first {
        line.append(TerminalText.sanitised(String(match)), Style(.yellow, bold: true))
      }
      if let rest = index == 0 ? halves.first : halves.dropFirst().first {
        line.append(TerminalText.sanitised(String(rest)))
      }
    }
    return line
  }

  private static func names(_ title: String, _ members: [Member]) -> [StyledLine] {
    guard !members.isEmpty else { return [] }
    return [StyledLine(title, Style(bold: true))]
      + members.map { StyledLine("  " + TerminalText.sanitised($0.name)).clipped(to: 60) }
  }
}

extension String {
  fileprivate func padding(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - CharacterWidth.width(of: self)))
  }
}
