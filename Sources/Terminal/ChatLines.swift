import Domain
import ViewModels

/// The lines of a chat on a terminal.
package struct ChatLines {
  /// A line, and the message that it belongs to.
  package struct Line: Hashable, Sendable {
    package var text: StyledLine
    package var message: MessageID?
    package var seq: Int64?
  }

  let width: Int
  let selected: MessageID?
  /// How far files on their way are.
  let uploads: [AttachmentID: UploadProgress]
  /// Which decisions and action items rest on which message.
  let records: [MessageID: [MessageRecord]]
  /// Wishes to meet, by the message that opens each.
  let wishes: [MessageID: MeetingWish]

  package init(
    width: Int, selected: MessageID? = nil, uploads: [AttachmentID: UploadProgress] = [:],
    records: [MessageID: [MessageRecord]] = [:], wishes: [MessageID: MeetingWish] = [:]
  ) {
    self.width = max(12, width)
    self.selected = selected
    self.uploads = uploads
    self.records = records
    self.wishes = wishes
  }

  /// From top to bottom.
  package func lines(of rows: [ChatRow]) -> [Line] {
    rows.flatMap(lines)
  }

  /// How far a message has come: `…` sending, `✓` sent, `✓✓` delivered, the same in blue read, `✗`
  /// failed.
  package static func mark(_ status: MessageStatus) -> StyledLine {
    switch status {
    case .sending: StyledLine("…", Style(.grey))
    case .failed: StyledLine("✗", Style(.red, bold: true))
    case .sent: StyledLine("✓", Style(.grey))
    case .delivered: StyledLine("✓✓", Style(.grey))
    case .read: StyledLine("✓✓", Style(.blue, bold: true))
    }
  }

  private func lines(of row: ChatRow) -> [Line] {
    switch row {
    case .beginning: [Line(text: rule("The conversation begins here", Style(.grey)))]
    case .day(let text, _): [Line(text: StyledLine()), Line(text: rule(text.english, Style(.grey)))]
    case .event(let event): note(event.text.english, Style(.grey)).map { Line(text: $0) }
    case .unreadLine(let count): [Line(text: rule(count == 1 ? "1 new message" : "\(count) new messages", Style(.red)))]
    case .message(let bubble): lines(of: bubble)
    }
  }

  private func lines(of bubble: ChatBubble) -> [Line] {
    var result: [StyledLine] = []
    if bubble.startsGroup {
      result.append(StyledLine())
      let name = bubble.item.isMine ? "You" : TerminalText.sanitised(bubble.item.senderName)
      result.append(
        StyledLine.spread(
          StyledLine(name, Style(bubble.item.isMine ? .green : .cyan, bold: true)),
          StyledLine(bubble.timeText, Style(.grey)), width: width))
    }
    if let quote = bubble.quote {
      let text = "┃ \(TerminalText.sanitised(quote.senderName.english)): \(TerminalText.sanitised(quote.text.english))"
      result.append(StyledLine(text, Style(.grey)).clipped(to: width))
    }
    result += body(bubble)
    if let reason = bubble.item.urgentReason {
      result += TextLayout.wrap("! Urgent: \(TerminalText.sanitised(reason))", width: width - 1).map {
        StyledLine($0, Style(.red))
      }
    }
    if let wish = wishes[bubble.id], !bubble.item.isDeleted { result += card(wish) }
    if let failure = bubble.failureText {
      result.append(
        StyledLine("  \(TerminalText.sanitised(failure.english)) ctrl-r tries again.", Style(.red)).clipped(to: width))
    }
    let isSelected = selected == bubble.id
    return result.enumerated().map { index, line in
      let isGap = index == 0 && bubble.startsGroup
      let text = isSelected && !isGap ? line.padded(to: width).inverted() : line
      return Line(text: text, message: bubble.id, seq: bubble.item.seq)
    }
  }

  private func body(_ bubble: ChatBubble) -> [StyledLine] {
    let tail = tail(bubble)
    let style = bubble.item.isDeleted ? Style(.grey) : .plain
    let text = TerminalText.sanitised(bubble.text.english, multiline: true)
    var lines =
      text.isEmpty && !bubble.item.attachments.isEmpty
      ? [] : TextLayout.wrap(text, width: width - 1).map { StyledLine($0, style) }
    for file in bubble.item.attachments {
      let text = AttachmentLines.text(file, progress: uploads[file.id])
      lines += TextLayout.wrap(text, width: width - 1).map { StyledLine($0, Style(.cyan)) }
    }
    guard tail.width > 0, var last = lines.popLast() else { return lines }
    if last.width + 1 + tail.width > width {
      lines.append(last)
      last = StyledLine()
    }
    lines.append(StyledLine.spread(last, tail, width: width))
    return lines
  }

  /// Says quietly that somebody wants to meet, and which keys answer that.
  private func card(_ wish: MeetingWish) -> [StyledLine] {
    let topic = TerminalText.sanitised(wish.topic)
    let text = topic.isEmpty ? "A time to meet" : "Meeting: \(topic)"
    return TextLayout.wrap("◷ \(text)  (m find a time, n none is needed)", width: width - 1).map {
      StyledLine($0, Style(.grey))
    }
  }

  private func tail(_ bubble: ChatBubble) -> StyledLine {
    var tail = StyledLine()
    if !bubble.item.isDeleted {
      var labels: [String] = []
      for record in records[bubble.id] ?? [] where !labels.contains(record.label.english) {
        labels.append(record.label.english)
      }
      for label in labels { tail.append("[\(label)] ", Style(.yellow)) }
    }
    if bubble.item.isEdited, !bubble.item.isDeleted { tail.append("edited ", Style(.grey)) }
    if bubble.item.hasPendingChange { tail.append("… ", Style(.grey)) }
    if bubble.item.isMine, !bubble.item.isDeleted { tail.spans += Self.mark(bubble.item.status).spans }
    return tail
  }

  /// In the middle, on as many lines as it needs.
  private func note(_ text: String, _ style: Style) -> [StyledLine] {
    TextLayout.wrap(TerminalText.sanitised(text), width: width - 2).map { line in
      let rest = max(0, width - CharacterWidth.width(of: line))
      return StyledLine(String(repeating: " ", count: rest / 2) + line, style)
    }
  }

  private func rule(_ text: String, _ style: Style) -> StyledLine {
    let label = " \(TerminalText.sanitised(text)) "
    let rest = max(0, width - CharacterWidth.width(of: label))
    let left = String(repeating: "─", count: rest / 2)
    return StyledLine(left + label + String(repeating: "─", count: rest - rest / 2), style)
  }
}
