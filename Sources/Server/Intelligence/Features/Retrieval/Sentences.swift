/// Cuts text into sentences.
enum Sentences {
  private static let maximumLength = 400

  /// In order, trimmed, none empty; a line break ends one, and a very long one is cut.
  static func of(_ text: String) -> [String] {
    var sentences: [String] = []
    var current = ""
    var previous: Character?
    for character in text {
      let isEnd = previous.map { ".!?…".contains($0) } ?? false
      if character.isNewline || (character.isWhitespace && isEnd) || current.count >= maximumLength {
        append(current, to: &sentences)
        current = ""
      }
      if !character.isNewline { current.append(character) }
      previous = character
    }
    append(current, to: &sentences)
    return sentences
  }

  private static func append(_ text: String, to sentences: inout [String]) {
    let trimmed = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if trimmed.contains(where: { $0.isLetter || $0.isNumber }) { sentences.append(trimmed) }
  }
}
