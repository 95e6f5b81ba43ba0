/// One word of a message as it stands there, its signs with it.
struct SpokenWord: Hashable, Sendable {
  let text: String
  /// In lower case, without the signs around it; empty for signs alone.
  let lower: String

  init(_ text: some StringProtocol) {
    self.text = String(text)
    var core = text[...]
    while let first = core.first, !Self.belongs(first) { core = core.dropFirst() }
    while let last = core.last, !Self.belongs(last) { core = core.dropLast() }
    lower = core.lowercased()
  }

  private static func belongs(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "@#$€£%&+".contains(character)
  }

  /// A letter or a digit stands in it.
  var isWord: Bool { lower.contains { $0.isLetter || $0.isNumber } }

  var isCapitalized: Bool { text.first { $0.isLetter }?.isUppercase ?? false }

  /// A sign after it parts it from what follows.
  var isParted: Bool { text.last.map { ",;:.!?…–-".contains($0) } ?? false }

  /// A sentence ends after it.
  var closes: Bool { text.last.map { ".!?…。！？".contains($0) } ?? false }

  /// A question mark stands after it.
  var asks: Bool { text.contains { $0 == "?" || $0 == "？" } }

  /// The same with other signs.
  func with(_ text: some StringProtocol) -> SpokenWord { SpokenWord(text) }
}
