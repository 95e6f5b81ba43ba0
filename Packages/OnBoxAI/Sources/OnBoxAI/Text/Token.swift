/// One word, number or sign of a message.
struct Token: Sendable {
  enum Kind: Sendable {
    /// Letters, with apostrophes inside.
    case word
    /// ASCII digits only.
    case number
    /// One sign of punctuation, or one other character.
    case sign
    /// An address, a path, a version, code: text that means itself and holds no words of the
    /// language.
    case opaque
  }

  let kind: Kind
  /// Lower case, apostrophes straight.
  let text: String
  /// The place in the UTF-8 text.
  let range: Range<Int>
  /// White space or the start of the text stands before it.
  let isSpaced: Bool
  /// The first letter is a capital.
  let isCapitalized: Bool
  /// All of its letters are capitals.
  let isAllCapitals: Bool
  /// The number's value, -1 for other kinds and for numbers beyond nine digits.
  let value: Int
  /// What the language's table says of the word.
  let meaning: TimeWord

  /// How many digits or letters it has, in bytes.
  var length: Int { range.count }

  func isSign(_ sign: String) -> Bool { kind == .sign && text == sign }
}
