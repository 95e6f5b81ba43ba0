import Domain
import ViewModels

/// The lines of the conversation list: a title, then two lines for each conversation.
package struct ListLines {
  package struct Line: Hashable, Sendable {
    package var text: StyledLine
    package var conversation: ConversationID?
  }

  let width: Int
  let selected: ConversationID?
  let isFocused: Bool

  package func lines(of sections: [ConversationsSection]) -> [Line] {
    sections.flatMap { section in
      var lines: [Line] = []
      if sections.count > 1 || section.kind != .others {
        lines.append(Line(text: StyledLine(section.title.english.uppercased(), Style(.grey)).clipped(to: width)))
      }
      return lines + section.rows.flatMap { self.lines(of: $0) }
    }
  }

  private func lines(of row: ConversationRow) -> [Line] {
    var title = presenceMark(row)
    title.append(TerminalText.sanitised(row.title), Style(bold: row.unread > 0 && !row.isMuted))
    let time = StyledLine(row.timeText.english, Style(.grey))
    var right = StyledLine()
    if row.summary.hasFailed { right.append("✗ ", Style(.red, bold: true)) }
    if row.isMuted { right.append("muted ", Style(.grey)) }
    if row.urgent > 0 { right.append("!\(row.urgent) ", Style(.red, bold: true)) }
    if row.unread > 0 { right.append("(\(row.unread))", Style(row.isMuted ? .grey : .yellow, bold: !row.isMuted)) }
    var preview = StyledLine("  ")
    if let status = row.lastStatus {
      preview.spans += ChatLines.mark(status).spans
      preview.append(" ")
    }
    preview.append(TerminalText.sanitised(row.preview.english), Style(.grey))
    let lines = [
      StyledLine.spread(title, time, width: width), StyledLine.spread(preview, right, width: width),
    ]
    guard row.id == selected else { return lines.map { Line(text: $0, conversation: row.id) } }
    return lines.map { Line(text: isFocused ? $0.inverted() : marked($0), conversation: row.id) }
  }

  private func marked(_ line: StyledLine) -> StyledLine {
    var copy = line
    for index in copy.spans.indices { copy.spans[index].style.isBold = true }
    return copy
  }

  private func presenceMark(_ row: ConversationRow) -> StyledLine {
    switch (row.summary.kind, row.presence) {
    case (.group, _): StyledLine("# ", Style(.grey))
    case (.direct, .online): StyledLine("● ", Style(.green))
    case (.direct, .away): StyledLine("◐ ", Style(.yellow))
    case (.direct, _): StyledLine("○ ", Style(.grey))
    }
  }
}
