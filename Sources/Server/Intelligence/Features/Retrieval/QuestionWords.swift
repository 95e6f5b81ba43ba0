/// Words that ask without saying what about.
enum QuestionWords {
  private static let openers: Set<String> = [
    "who", "what", "when", "where", "why", "how", "which", "whose", "can", "could", "would", "will", "should", "shall",
    "do", "does", "did", "is", "are", "was", "were", "has", "have", "had", "may", "any",
  ]

  private static let empty: Set<String> = [
    "a", "about", "all", "am", "an", "and", "any", "anybody", "anyone", "are", "as", "at", "be", "been", "but", "by",
    "can", "could", "did", "do", "does", "ever", "find", "for", "from", "get", "give", "got", "had", "has", "have",
    "he", "her", "him", "his", "how", "i", "if", "in", "into", "is", "it", "its", "just", "know", "last", "me",
    "message",
    "messages", "mention", "mentioned", "my", "of", "on", "or", "our", "ours", "please", "said", "say", "saying", "she",
    "should", "show", "so", "some", "somebody", "someone", "tell", "than", "that", "the", "their", "them", "then",
    "there", "these", "they", "this", "those", "to", "told", "up", "us", "was", "we", "were", "what", "when", "where",
    "which", "who", "whom", "whose", "why", "will", "with", "would", "you", "your", "talk", "talked", "discuss",
    "discussed", "i'm", "i'll", "it's", "what's", "who's", "where's", "when's", "let's", "not", "no", "yes", "ok",
  ]

  static func isQuestion(_ text: String) -> Bool {
    if text.contains("?") { return true }
    guard let first = words(text).first else { return false }
    return openers.contains(first) && text.split(whereSeparator: \.isWhitespace).count > 2 && !text.contains(".")
  }

  /// Lower case, without punctuation, in order.
  static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" }
      .map { String($0.replacing("’", with: "'")) }
  }

  /// The words that say what a text is about, stripped of plain endings so that "deploys" meets "deploy".
  static func content(_ text: String) -> Set<String> {
    Set(words(text).filter { !empty.contains($0) && $0.count > 1 }.map(stem))
  }

  static func stem(_ word: String) -> String {
    var word = word
    if word.hasSuffix("'s") { word.removeLast(2) }
    for ending in ["ing", "ed", "es", "s"] where word.count > ending.count + 3 && word.hasSuffix(ending) {
      return String(word.dropLast(ending.count))
    }
    return word.count > 4 && word.hasSuffix("e") ? String(word.dropLast()) : word
  }
}
