/// What has to be sent to a terminal to turn one screen into another.
package enum ScreenDiff {
  /// With `old` `nil`, or of another size, the screen is cleared first. Nothing at all for equal
  /// screens.
  package static func sequence(from old: ScreenBuffer?, to new: ScreenBuffer, colors: Bool) -> String {
    var base = old
    var output = ""
    if old?.width != new.width || old?.height != new.height {
      base = nil
      output += "\u{1B}[0m\u{1B}[2J"
    }
    let blank = ScreenBuffer(width: new.width, height: new.height)
    for row in 0..<new.height {
      let before = (base ?? blank).cells(ofRow: row)
      let after = new.cells(ofRow: row)
      if before != after { output += rowSequence(Array(before), Array(after), row, colors) }
    }
    guard !output.isEmpty || base?.cursor != new.cursor else { return "" }
    return "\u{1B}[?25l" + output + cursorSequence(new.cursor)
  }

  /// From the first to the last cell that differs, never starting in the right half of a wide
  /// character.
  private static func rowSequence(
    _ before: [ScreenBuffer.Cell], _ after: [ScreenBuffer.Cell], _ row: Int, _ colors: Bool
  ) -> String {
    guard var first = after.indices.first(where: { before[$0] != after[$0] }),
      let last = after.indices.last(where: { before[$0] != after[$0] })
    else { return "" }
    while first > 0, after[first].text.isEmpty || before[first].text.isEmpty { first -= 1 }
    var output = "\u{1B}[\(row + 1);\(first + 1)H"
    var style: Style?
    for column in first...last where !after[column].text.isEmpty {
      let cell = after[column]
      if cell.style != style {
        output += cell.style.sequence(colors: colors)
        style = cell.style
      }
      output += cell.text
      if hasDisputedWidth(cell.text), column < last {
        output += "\u{1B}[\(column + 1 + CharacterWidth.width(of: cell.text))G"
      }
    }
    return output + "\u{1B}[0m"
  }

  /// Terminals differ on how wide characters of several scalars and emoji are: the column is set
  /// anew behind them.
  private static func hasDisputedWidth(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    return first.value > 0x2FF && (text.unicodeScalars.count > 1 || first.properties.isEmoji)
  }

  private static func cursorSequence(_ cursor: ScreenBuffer.Position?) -> String {
    guard let cursor else { return "" }
    return "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h"
  }
}
