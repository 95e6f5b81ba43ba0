import AIProviders
import Domain
import ServerCore

/// The words of a message that a citation shows.
package enum Excerpt {
  /// Characters of the longest one.
  package static let maximumLength = 160

  /// The text as a reader sees it, in one line, cut at a word when it is too long.
  package static func of(_ text: String, maximumLength: Int = maximumLength) -> String {
    let line = InvisibleText.stripped(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !TextLength.isWithin(maximumLength, line) else { return line }
    let start = TextLength.cut(line, to: maximumLength - 1)
    let cut = start.lastIndex(of: " ").map { String(start[..<$0]) } ?? start
    // A single very long word is cut in its midst.
    return (cut.count > maximumLength / 2 ? cut : start) + "…"
  }
}

extension PlacedMessage {
  /// The citation of this message.
  package var citation: Citation {
    Citation(
      conversation: conversation, message: message.id, seq: message.seq, sender: message.sender,
      excerpt: Excerpt.of(textWithFiles), createdAt: message.createdAt)
  }
}
