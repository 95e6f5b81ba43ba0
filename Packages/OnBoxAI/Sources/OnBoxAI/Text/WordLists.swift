/// Word lists as the sources write them: words apart by white space.
extension Set where Element == String {
  package init(words text: String) {
    self = Set([String](words: text))
  }

  func union(words text: String) -> Set<String> { union([String](words: text)) }
}

extension Array where Element == String {
  init(words text: String) {
    self = text.split(whereSeparator: \.isWhitespace).map(String.init)
  }
}
