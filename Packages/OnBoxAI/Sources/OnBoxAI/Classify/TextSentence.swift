/// A run of tokens up to a mark that ends a sentence, or to a line break. The trained weights know
/// the heads of sentences that are cut in this way: it stays as it is until the models are trained
/// again.
struct TextSentence {
  /// The first token after lead-ins such as "ok, so".
  let head: Int
  /// After the last token before the mark.
  let end: Int
  /// The token that ended it; `nil` at the end of the text.
  let mark: Int?

  private static let longestLeadIn = 6

  static func all(in tokens: TextTokens) -> [TextSentence] {
    var sentences: [TextSentence] = []
    var start = 0
    for index in 0...tokens.count {
      let atEnd = index == tokens.count
      guard atEnd || tokens.isStop(index) || tokens.isLineBreak(index) else { continue }
      if index > start {
        sentences.append(TextSentence(tokens, start: start, end: index, mark: atEnd ? nil : index))
      }
      start = index + 1
    }
    return sentences
  }

  private init(_ tokens: TextTokens, start: Int, end: Int, mark: Int?) {
    var head = start
    while head < end - 1, head - start < Self.longestLeadIn, CueWords.leadIns.contains(tokens.hash(head)) { head += 1 }
    self.head = head
    self.end = end
    self.mark = mark
  }
}
