/// What is on the screen, cell by cell.
package struct ScreenBuffer: Hashable, Sendable {
  package struct Cell: Hashable, Sendable {
    /// One character with its marks; empty in the right half of a wide one.
    package var text: String
    package var style: Style

    package static let blank = Cell(text: " ", style: .plain)
  }

  package struct Position: Hashable, Sendable {
    package var column: Int
    package var row: Int

    package init(column: Int, row: Int) {
      self.column = column
      self.row = row
    }
  }

  package let width: Int
  package let height: Int
  package private(set) var cells: [Cell]
  /// Where the cursor stands; `nil` hides it.
  package var cursor: Position?

  package init(width: Int, height: Int) {
    self.width = max(1, width)
    self.height = max(1, height)
    cells = Array(repeating: .blank, count: self.width * self.height)
  }

  /// Writes a line, cut at the right edge or after `limit` columns. Rows outside are ignored.
  package mutating func write(_ line: StyledLine, column: Int, row: Int, limit: Int? = nil) {
    guard row >= 0, row < height else { return }
    var column = max(0, column)
    let end = min(width, limit.map { column + $0 } ?? width)
    for span in line.spans {
      for character in span.text {
        let columns = CharacterWidth.width(of: character)
        guard columns > 0 else { continue }
        guard column + columns <= end else { return }
        cells[row * width + column] = Cell(text: String(character), style: span.style)
        if columns == 2 { cells[row * width + column + 1] = Cell(text: "", style: span.style) }
        column += columns
      }
    }
  }

  package func cells(ofRow row: Int) -> ArraySlice<Cell> {
    cells[row * width..<(row + 1) * width]
  }

  /// The text of a row, spaces at its end left out.
  package func text(ofRow row: Int) -> String {
    var text = cells(ofRow: row).map(\.text).joined()
    while text.last == " " { text.removeLast() }
    return text
  }
}
