import ServerCore

/// Texts and searches as PostgreSQL's full-text search takes them, with the words of one
/// conversation: each stands behind the conversation's key, so that looking a word up costs what
/// the asker's own conversations hold of it, and tells nothing of others'. The word "open" of
/// conversation 12 is the lexeme `12:open`.
struct PlacedWords {
  /// Places beyond this are one place to PostgreSQL.
  private static let maximumPlace = 16_383
  /// Bytes of a word: PostgreSQL knows none that are longer than 2,046.
  private static let maximumLength = 512
  /// So far apart that no phrase goes on from one text to the next.
  private static let gap = 10

  let conversation: Int64

  /// The literal of a `tsvector` with the words of these texts.
  func vector(_ texts: String...) -> String {
    var (lexemes, place): ([String], Int) = ([], 0)
    for text in texts {
      for word in FoldedText(text).folded {
        place = min(place + 1, Self.maximumPlace)
        lexemes.append("\(lexeme(word)):\(place)")
      }
      place = min(place + Self.gap, Self.maximumPlace)
    }
    return lexemes.joined(separator: " ")
  }

  /// The literal of a `tsquery` for a term.
  func query(_ term: SearchTerms.Term) -> String {
    let words = FoldedText(term.text).folded
    // No word has no letters: nothing is found.
    guard let last = words.last else { return lexeme("") }
    let lexemes = words.dropLast().map(lexeme) + [lexeme(last) + (term.isPrefix ? ":*" : "")]
    return "(" + lexemes.joined(separator: " <-> ") + ")"
  }

  /// A word has letters and digits alone, so nothing in it means anything to PostgreSQL.
  func lexeme(_ word: String) -> String { "'\(conversation):\(Self.bounded(word))'" }

  /// The word as far as it is kept.
  static func bounded(_ word: String) -> String {
    guard word.utf8.count > maximumLength else { return word }
    return String(decoding: word.utf8.prefix(maximumLength), as: UTF8.self).filter { $0 != "\u{FFFD}" }
  }
}

/// A text as words in the form in which they are compared.
struct FoldedText {
  let text: String
  let words: [Substring]
  let folded: [String]

  init(_ text: String) {
    self.text = text
    words = text.split { !$0.isLetter && !$0.isNumber }
    folded = words.map { word in
      // What folding takes apart may have signs that are neither.
      PlacedWords.bounded(SearchTerms.folded(String(word)).filter { $0.isLetter || $0.isNumber })
    }
  }

  /// The words that each occurrence of the term takes.
  func places(of term: SearchTerms.Term) -> [Range<Int>] {
    let sought = FoldedText(term.text).folded
    guard let last = sought.last, sought.count <= folded.count else { return [] }
    return (0...folded.count - sought.count).map { $0..<$0 + sought.count }.filter { place in
      let end = folded[place.upperBound - 1]
      return (term.isPrefix ? end.hasPrefix(last) : end == last)
        && folded[place].dropLast().elementsEqual(sought.dropLast())
    }
  }
}

/// A piece of a text around the words that were looked for, which stand between U+0002 and U+0003.
struct MarkedSnippet {
  let text: String
  /// How many words are marked.
  let marks: Int

  /// Of at most `words` words: where most of those that were looked for stand, the first such
  /// place.
  init(of text: String, _ terms: [SearchTerms.Term], words count: Int) {
    let folded = FoldedText(text)
    let marked = Set(terms.flatMap(folded.places).joined())
    let window = Self.window(folded.words.count, marked, count)
    marks = marked.count { window.contains($0) }
    var (written, end) = ("", folded.words.isEmpty ? text.startIndex : folded.words[window.lowerBound].startIndex)
    if window.lowerBound == 0 { end = text.startIndex } else { written = "…" }
    for place in window where marked.contains(place) {
      let word = folded.words[place]
      written += text[end..<word.startIndex] + "\u{2}\(word)\u{3}"
      end = word.endIndex
    }
    if window.upperBound == folded.words.count {
      written += text[end...]
    } else {
      written += text[end..<folded.words[window.upperBound - 1].endIndex] + "…"
    }
    self.text = written
  }

  private static func window(_ words: Int, _ marked: Set<Int>, _ count: Int) -> Range<Int> {
    guard words > count else { return 0..<words }
    var best = (start: 0, marks: 0)
    for first in marked.sorted() {
      let start = min(max(0, first - 2), words - count)
      let marks = marked.count { (start..<start + count).contains($0) }
      if marks > best.marks { best = (start, marks) }
    }
    return best.start..<best.start + count
  }
}
