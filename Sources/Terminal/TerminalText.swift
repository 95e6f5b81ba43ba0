/// Text of others, made harmless for a terminal.
package enum TerminalText {
  /// Without anything that could move the cursor, change colours, turn the reading direction or
  /// hide: control characters become U+FFFD, bidirectional and other invisible formatting
  /// characters vanish, a tab is two spaces. Line feeds stay only when `multiline`, else they are
  /// spaces.
  package static func sanitised(_ text: String, multiline: Bool = false) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A, 0x2028, 0x2029: result.append(multiline ? "\n" : " ")
      case 0x09: result.append(contentsOf: "  ".unicodeScalars)
      case 0x00..<0x20, 0x7F..<0xA0: result.append("\u{FFFD}")
      case 0x200C, 0x200D: result.append(scalar)
      default:
        if isVisible(scalar) { result.append(scalar) }
      }
    }
    return String(result)
  }

  /// Columns of a list, sanitised and with tabs between them.
  package static func columns(_ texts: [String]) -> String {
    texts.map { sanitised($0) }.joined(separator: "\t")
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .format, .surrogate, .privateUse, .unassigned: false
    default: true
    }
  }
}
