import Domain
import ViewModels

/// Draws a screen model: a pure function of model and size.
package struct ScreenRenderer {
  /// The picture, and what of the chat is in it.
  package struct Picture: Sendable {
    package var buffer: ScreenBuffer
    /// Lines that the whole chat has, and that its window shows.
    package var chatLines: [ChatLines.Line] = []
    package var visibleChat: Range<Int> = 0..<0
  }

  private static let narrow = 64
  private static let composerMaximum = 6

  let width: Int
  let height: Int

  package init(width: Int, height: Int) {
    self.width = max(20, width)
    self.height = max(6, height)
  }

  package func draw(_ model: ScreenModel) -> Picture {
    var picture = Picture(buffer: ScreenBuffer(width: width, height: height))
    drawHeader(model, &picture.buffer)
    if model.isSignedIn { drawPanes(model, &picture) }
    if let dialog = model.dialog { drawDialog(dialog, &picture.buffer) }
    return picture
  }

  private func drawPanes(_ model: ScreenModel, _ picture: inout Picture) {
    let isNarrow = width < Self.narrow
    let listWidth = isNarrow ? width : min(38, max(24, width / 3))
    if !isNarrow || model.focus == .list {
      drawList(model, width: listWidth - (isNarrow ? 0 : 1), &picture.buffer)
    }
    if !isNarrow {
      for row in 1..<height - 1 { picture.buffer.write(StyledLine("│", Style(.grey)), column: listWidth - 1, row: row) }
    }
    if !isNarrow || model.focus != .list {
      drawChat(model, column: isNarrow ? 0 : listWidth + 1, &picture)
    }
    drawFooter(model, &picture.buffer)
  }

  private func drawHeader(_ model: ScreenModel, _ buffer: inout ScreenBuffer) {
    var left = StyledLine(" MessageAI", Style(bold: true, inverse: true))
    if !model.userName.isEmpty { left.append("  \(TerminalText.sanitised(model.userName))", Style(inverse: true)) }
    if model.badge > 0 { left.append("  \(model.badge) unread", Style(.yellow, bold: true, inverse: true)) }
    if model.urgent > 0 { left.append("  \(model.urgent) urgent", Style(.red, bold: true, inverse: true)) }
    let right = StyledLine(
      (model.notice ?? model.banner).map { "\(TerminalText.sanitised($0)) " } ?? "",
      Style(.yellow, bold: true, inverse: true))
    var line = StyledLine.spread(left, right, width: width)
    for index in line.spans.indices { line.spans[index].style.isInverse = true }
    buffer.write(line, column: 0, row: 0)
  }

  private func drawFooter(_ model: ScreenModel, _ buffer: inout ScreenBuffer) {
    let hint =
      switch model.focus {
      case .list:
        "enter open  / filter  ! urgent  p pin  m mute  a archive  ctrl-n new  ctrl-f search  tab chat  ? help"
      case .messages:
        "↑↓ select  r reply  e edit  ctrl-d delete  s save files  enter details  u unread  tab composer  ? help"
      case .composer: "enter send  alt-enter new line  ↑ messages  pgup older  ctrl-e edit last  tab list  alt-? help"
      }
    let reminder = model.reminder.map {
      StyledLine(" \(TerminalText.sanitised($0))", Style(.yellow, bold: true)).clipped(to: width)
    }
    let problem = model.problem.map { StyledLine(" \(TerminalText.sanitised($0))", Style(.red, bold: true)) }
    let line = problem ?? reminder
    buffer.write((line ?? StyledLine(" \(hint)", Style(.grey))).clipped(to: width), column: 0, row: height - 1)
  }

  private func drawList(_ model: ScreenModel, width: Int, _ buffer: inout ScreenBuffer) {
    var row = 1
    if let filter = model.filter {
      buffer.write(StyledLine("/\(filter)", Style(.yellow)).clipped(to: width), column: 0, row: row)
      row += 1
    }
    if let notice = model.listNotice {
      for (index, line) in TextLayout.wrap(notice, width: width - 2).enumerated() {
        buffer.write(StyledLine(line, Style(.grey)), column: 1, row: row + 1 + index, limit: width - 1)
      }
      return
    }
    let lines = ListLines(width: width, selected: model.selectedConversation, isFocused: model.focus == .list)
      .lines(of: model.sections)
    let room = height - 1 - row
    let last = lines.lastIndex { $0.conversation != nil && $0.conversation == model.selectedConversation } ?? 0
    let top = max(0, min(last - room / 2, lines.count - room))
    for line in lines.dropFirst(top).prefix(room) {
      buffer.write(line.text, column: 0, row: row, limit: width)
      row += 1
    }
  }

  private func drawChat(_ model: ScreenModel, column: Int, _ picture: inout Picture) {
    let width = self.width - column
    guard let chat = model.chat else {
      let hint = StyledLine("Choose a conversation, or press ctrl-n for a new one.", Style(.grey))
      picture.buffer.write(hint.clipped(to: width - 2), column: column + 1, row: height / 2)
      return
    }
    let title = StyledLine(TerminalText.sanitised(chat.title), Style(bold: true))
    let subtitle = StyledLine(TerminalText.sanitised(chat.subtitle), Style(.grey))
    picture.buffer.write(StyledLine.spread(title, subtitle, width: width - 1), column: column, row: 1)
    let foot = drawComposer(model, chat, column: column, width: width, &picture.buffer)
    let loading = chat.isLoadingOlder ? "Loading older messages …" : ""
    let typing = chat.typing.map { TerminalText.sanitised($0) } ?? loading
    picture.buffer.write(StyledLine(typing, Style(.cyan)).clipped(to: width - 1), column: column, row: foot - 1)
    drawMessages(chat, column: column, width: width - 1, rows: 2..<max(2, foot - 1), &picture)
  }

  private func drawMessages(
    _ chat: ScreenModel.Chat, column: Int, width: Int, rows: Range<Int>, _ picture: inout Picture
  ) {
    if let notice = chat.notice {
      let line = StyledLine(TerminalText.sanitised(notice), Style(.grey)).clipped(to: width)
      return picture.buffer.write(line, column: column, row: rows.lowerBound + rows.count / 2)
    }
    let lines = ChatLines(
      width: width, selected: chat.selected, uploads: chat.uploads, records: chat.records, wishes: chat.wishes
    ).lines(of: chat.rows)
    let end = max(min(lines.count, rows.count), lines.count - chat.scroll)
    let start = max(0, end - rows.count)
    for (offset, line) in lines[start..<end].enumerated() {
      picture.buffer.write(line.text, column: column, row: rows.upperBound - (end - start) + offset, limit: width)
    }
    picture.chatLines = lines
    picture.visibleChat = start..<end
  }

  /// Returns the row of its rule, above which the chat ends.
  private func drawComposer(
    _ model: ScreenModel, _ chat: ScreenModel.Chat, column: Int, width: Int, _ buffer: inout ScreenBuffer
  ) -> Int {
    let layout = model.composer.layout(width: width - 4)
    let shown = min(Self.composerMaximum, layout.lines.count, max(1, height / 3))
    let top = min(max(0, layout.row - shown + 1), layout.lines.count - shown)
    let rule = height - 2 - shown
    var label = StyledLine(chat.composerLabel.map { " \(TerminalText.sanitised($0)) " } ?? "", Style(.yellow))
    label = label.clipped(to: width - 14)
    var line = StyledLine("──", Style(.grey))
    line.spans += label.spans
    let count = chat.remaining.map { " \($0) left " } ?? ""
    let dashes = max(0, width - line.width - count.count - 1)
    line.append(String(repeating: "─", count: dashes), Style(.grey))
    line.append(count, Style(chat.remaining ?? 0 < 0 ? .red : .yellow))
    buffer.write(line, column: column, row: rule)
    for index in 0..<shown {
      let prompt = index + top == 0 ? "› " : "  "
      buffer.write(StyledLine(prompt, Style(.green, bold: true)), column: column, row: rule + 1 + index)
      let text = TerminalText.sanitised(layout.lines[top + index])
      buffer.write(StyledLine(text), column: column + 2, row: rule + 1 + index, limit: width - 3)
    }
    if model.focus == .composer, model.dialog == nil {
      buffer.cursor = .init(column: min(self.width - 1, column + 2 + layout.column), row: rule + 1 + layout.row - top)
    }
    return rule
  }

  private func drawDialog(_ dialog: ScreenModel.Dialog, _ buffer: inout ScreenBuffer) {
    let inner = min(width - 6, max(44, (dialog.lines.map(\.width).max() ?? 0) + 2))
    let lines = dialog.lines.prefix(max(1, height - 4))
    let left = (width - inner - 2) / 2
    let top = max(0, (height - lines.count - 2) / 2)
    let title = " \(dialog.title) "
    let rest = max(0, inner - 1 - CharacterWidth.width(of: title))
    buffer.write(
      StyledLine("┌─\(title)\(String(repeating: "─", count: rest))┐", Style(.cyan, bold: true)), column: left, row: top)
    for (index, line) in lines.enumerated() {
      var framed = StyledLine("│ ", Style(.cyan, bold: true))
      framed.spans += line.padded(to: inner - 2).spans
      framed.append(" │", Style(.cyan, bold: true))
      buffer.write(framed, column: left, row: top + 1 + index)
    }
    let bottom = "└\(String(repeating: "─", count: inner))┘"
    buffer.write(StyledLine(bottom, Style(.cyan, bold: true)), column: left, row: top + 1 + lines.count)
    buffer.cursor = dialog.cursor.map {
      .init(column: min(width - 1, left + 2 + $0.column), row: min(height - 1, top + 1 + $0.row))
    }
  }
}
