/// Breaks text into lines.
package enum TextLayout {
  /// Lines of at most `width` columns, broken at spaces, inside a word only where it is longer than
  /// a line. Line feeds are kept.
  package static func wrap(_ text: String, width: Int) -> [String] {
    let width = max(2, width)
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { wrapLine($0, width) }
  }

  private static func wrapLine(_ line: Substring, _ width: Int) -> [String] {
    var lines: [String] = []
    var current = ""
    var columns = 0
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      let wordColumns = CharacterWidth.width(of: word)
      if !current.isEmpty || columns > 0 {
        if columns + 1 + wordColumns <= width {
          current += " " + word
          columns += 1 + wordColumns
          continue
        }
        lines.append(current)
        current = ""
        columns = 0
      }
      for character in word {
        let characterColumns = CharacterWidth.width(of: character)
        if columns + characterColumns > width {
          lines.append(current)
          current = ""
          columns = 0
        }
        current.append(character)
        columns += characterColumns
      }
    }
    lines.append(current)
    return lines
  }
}
