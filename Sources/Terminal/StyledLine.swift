/// One line of text with its looks.
package struct StyledLine: Hashable, Sendable {
  package struct Span: Hashable, Sendable {
    package var text: String
    package var style: Style
  }

  package var spans: [Span]

  package init(_ text: String = "", _ style: Style = .plain) {
    spans = text.isEmpty ? [] : [Span(text: text, style: style)]
  }

  package mutating func append(_ text: String, _ style: Style = .plain) {
    if !text.isEmpty { spans.append(Span(text: text, style: style)) }
  }

  package var text: String { spans.map(\.text).joined() }
  package var width: Int { spans.reduce(0) { $0 + CharacterWidth.width(of: $1.text) } }

  /// `left` at the start and `right` at the end of `width` columns; `left` gives way, with an
  /// ellipsis.
  package static func spread(_ left: StyledLine, _ right: StyledLine, width: Int) -> StyledLine {
    let room = max(0, width - right.width - (right.width > 0 ? 1 : 0))
    var line = left.clipped(to: room)
    line.append(String(repeating: " ", count: max(0, width - line.width - right.width)))
    line.spans += right.spans
    return line
  }

  /// At most `width` columns, ending in an ellipsis where something is missing.
  package func clipped(to width: Int) -> StyledLine {
    guard self.width > width else { return self }
    guard width > 0 else { return StyledLine() }
    var result = StyledLine()
    var room = width - 1
    for span in spans {
      var kept = ""
      for character in span.text {
        let columns = CharacterWidth.width(of: character)
        guard columns <= room else {
          result.append(kept + "…", span.style)
          return result
        }
        kept.append(character)
        room -= columns
      }
      result.append(kept, span.style)
    }
    return result
  }

  package func inverted() -> StyledLine {
    var copy = self
    for index in copy.spans.indices { copy.spans[index].style.isInverse = true }
    return copy
  }

  /// Filled with spaces to `width` columns.
  package func padded(to width: Int, _ style: Style = .plain) -> StyledLine {
    var copy = clipped(to: width)
    copy.append(String(repeating: " ", count: max(0, width - copy.width)), style)
    return copy
  }
}
