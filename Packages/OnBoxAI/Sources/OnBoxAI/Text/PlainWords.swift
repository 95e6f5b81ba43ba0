/// The words of a text without the signs between them.
enum PlainWords {
  /// In lower case and in order. An apostrophe belongs to its word; a typographic one is made
  /// straight.
  static func of(_ text: String) -> [String] {
    let straight = text.utf8.contains(0xE2) ? text.replacing("’", with: "'") : text
    return straight.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
  }
}
