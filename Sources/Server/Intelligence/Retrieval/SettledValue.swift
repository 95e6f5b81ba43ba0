import Domain
import OnBoxAI
import ServerCore

/// What a short talk settles on that asks for a number, or for one of two: "15 or 20?", "15 was a
/// guess", "20 then".
enum SettledValue {
  /// Words of a message that says little but the value.
  private static let longest = 5

  /// The last message of `talk` that says just a number, or just one of the two; `nil` when the
  /// question is no such one or none does.
  static func of(
    _ asked: PlacedMessage, _ talk: [PlacedMessage], isNumber: Bool, _ isValue: (PlacedMessage) -> Bool
  ) -> PlacedMessage? {
    let options = Self.options(in: asked.textWithFiles)
    guard options != nil || isNumber && asksForNumber(asked.textWithFiles) else { return nil }
    var value: PlacedMessage?
    for message in talk {
      let text = message.textWithFiles
      let isProposal = QuestionWords.words(text).first.map(Measure.isDigits) ?? false
      if QuestionWords.holdsQuestion(text), !isProposal, QuestionWords.content(text).count > 1 { break }
      guard !QuestionWords.asks(text), isShort(text) else { continue }
      if let options {
        if names(one: options, text) { value = message }
      } else if isValue(message) {
        value = message
      }
    }
    return value
  }

  /// "How many?", "what number?", "30?"; not "can you put it on the list?".
  private static func asksForNumber(_ text: String) -> Bool {
    TextEngine.sentences(of: text, longest: 400).filter(QuestionWords.asks).contains { sentence in
      QuestionWords.words(sentence).contains { ["how", "what", "which"].contains($0) || Measure.isDigits($0) }
    }
  }

  private static func isShort(_ text: String) -> Bool { QuestionWords.words(text).count <= longest }

  /// "20" and "15" of "are we at 15 or 20?"
  private static func options(in text: String) -> (String, String)? {
    for sentence in TextEngine.sentences(of: text, longest: 400) where sentence.contains("?") {
      let words = QuestionWords.words(sentence)
      guard let or = words.lastIndex(of: "or"), or > 0, or + 1 < words.count, words[or + 1] != "not" else { continue }
      let second = words[or + 1]
      guard Measure.isDigits(second) else { return (words[or - 1], second) }
      // "3 tries or 5": a number is chosen over against a number.
      if let first = words[..<or].suffix(3).last(where: Measure.isDigits) { return (first, second) }
    }
    return nil
  }

  private static func names(one options: (String, String), _ text: String) -> Bool {
    let words = Set(QuestionWords.words(text).map(QuestionWords.stem))
    return words.contains(QuestionWords.stem(options.0)) != words.contains(QuestionWords.stem(options.1))
  }
}
