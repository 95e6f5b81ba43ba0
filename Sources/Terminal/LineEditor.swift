/// Text under edit with a cursor: counted in characters as people see them.
package struct LineEditor: Hashable, Sendable {
  package private(set) var text = ""
  /// 0...count.
  package private(set) var cursor = 0

  package init(_ text: String = "") {
    self.text = text
    cursor = text.count
  }

  package mutating func insert(_ inserted: String) {
    let before = String(text.prefix(cursor)) + inserted
    let after = String(text.dropFirst(cursor))
    text = before + after
    cursor = min(before.count, text.count)
  }

  package mutating func deleteBackward() {
    guard cursor > 0 else { return }
    remove(from: cursor - 1, to: cursor)
  }

  package mutating func deleteForward() {
    guard cursor < text.count else { return }
    remove(from: cursor, to: cursor + 1)
  }

  package mutating func deleteWordBackward() {
    let end = cursor
    moveWordLeft()
    remove(from: cursor, to: end)
  }

  package mutating func deleteToLineStart() { remove(from: lineStart, to: cursor) }
  package mutating func deleteToLineEnd() { remove(from: cursor, to: lineEnd) }
  package mutating func moveLeft() { cursor = max(0, cursor - 1) }
  package mutating func moveRight() { cursor = min(text.count, cursor + 1) }
  package mutating func moveToLineStart() { cursor = lineStart }
  package mutating func moveToLineEnd() { cursor = lineEnd }

  package mutating func moveWordLeft() {
    let characters = Array(text)
    while cursor > 0, characters[cursor - 1].isWhitespace { cursor -= 1 }
    while cursor > 0, !characters[cursor - 1].isWhitespace { cursor -= 1 }
  }

  package mutating func moveWordRight() {
    let characters = Array(text)
    while cursor < characters.count, characters[cursor].isWhitespace { cursor += 1 }
    while cursor < characters.count, !characters[cursor].isWhitespace { cursor += 1 }
  }

  /// The lines that `width` columns give, and where the cursor stands in them.
  package func layout(width: Int) -> (lines: [String], row: Int, column: Int) {
    var lines = [""]
    var columns = 0
    var position = (row: 0, column: 0)
    for (index, character) in text.enumerated() {
      if index == cursor { position = (lines.count - 1, columns) }
      if character.isNewline {
        lines.append("")
        columns = 0
        continue
      }
      let characterColumns = max(1, CharacterWidth.width(of: character))
      if columns + characterColumns > width {
        lines.append("")
        columns = 0
        if index == cursor { position = (lines.count - 1, 0) }
      }
      lines[lines.count - 1].append(character)
      columns += characterColumns
    }
    if cursor == text.count {
      if columns >= width {
        lines.append("")
        columns = 0
      }
      position = (lines.count - 1, columns)
    }
    return (lines, position.row, position.column)
  }

  private var lineStart: Int {
    let characters = Array(text)
    var index = cursor
    while index > 0, !characters[index - 1].isNewline { index -= 1 }
    return index
  }

  private var lineEnd: Int {
    let characters = Array(text)
    var index = cursor
    while index < characters.count, !characters[index].isNewline { index += 1 }
    return index
  }

  private mutating func remove(from start: Int, to end: Int) {
    guard start < end else { return }
    text = String(text.prefix(start)) + String(text.dropFirst(end))
    cursor = min(start, text.count)
  }
}
