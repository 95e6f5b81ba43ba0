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
  static func of(_ asked: PlacedMessage, _ talk: [PlacedMessage], isNumber: Bool) -> PlacedMessage? {
    let options = Self.options(in: asked.textWithFiles)
    guard isNumber || options != nil else { return nil }
    var value: PlacedMessage?
    for message in talk {
      let text = message.textWithFiles
      if QuestionWords.asks(text), QuestionWords.content(text).count > 1 { break }
      guard !QuestionWords.asks(text), isShort(text) else { continue }
      if let options {
        if names(one: options, text) { value = message }
      } else if QuestionWords.words(text).contains(where: { $0.contains(where: \.isNumber) }) {
        value = message
      }
    }
    return value
  }

  private static func isShort(_ text: String) -> Bool { QuestionWords.words(text).count <= longest }

  /// "20" and "15" of "are we at 15 or 20?"
  private static func options(in text: String) -> (String, String)? {
    for sentence in TextEngine.sentences(of: text, longest: 400) where sentence.contains("?") {
      let words = QuestionWords.words(sentence)
      guard let or = words.lastIndex(of: "or"), or > 0, or + 1 < words.count, words[or + 1] != "not" else { continue }
      return (words[or - 1], words[or + 1])
    }
    return nil
  }

  private static func names(one options: (String, String), _ text: String) -> Bool {
    let words = Set(QuestionWords.words(text).map(QuestionWords.stem))
    return words.contains(QuestionWords.stem(options.0)) != words.contains(QuestionWords.stem(options.1))
  }
}
