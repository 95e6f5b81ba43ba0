import OnBoxAI

/// Words that ask without saying what about.
enum QuestionWords {
  private static let openers: Set<String> = [
    "who", "what", "when", "where", "why", "how", "which", "whose", "can", "could", "would", "will", "should", "shall",
    "do", "does", "did", "is", "are", "was", "were", "has", "have", "had", "may", "any",
  ]

  /// Before a deed, without anybody between, they promise or guess: "will look tonight".
  private static let modals: Set<String> = ["can", "could", "would", "will", "should", "shall", "may"]
  private static let deeds: Set<String> = [
    "add", "ask", "be", "bring", "call", "check", "come", "do", "find", "fix", "get", "give", "go", "have", "help",
    "let", "look", "mail", "make", "need", "not", "send", "see", "take", "tell", "try", "update", "work", "write",
  ]

  private static let empty = TextEngine.stopWords
    .subtracting(["after", "before", "being", "each", "here", "off", "okay", "out", "over", "very"])
    .union([
      "anybody", "anyone", "discuss", "discussed", "ever", "find", "give", "him", "i'll", "i'm", "know", "last",
      "let's", "mention", "mentioned", "message", "messages", "ours", "please", "saying", "show", "somebody",
      "someone", "talk", "talked", "tell", "told", "what's", "when's", "where's", "who's", "whom", "whose",
    ])

  static func isQuestion(_ text: String) -> Bool {
    if text.contains("?") { return true }
    let words = words(text)
    guard let first = words.first, !(modals.contains(first) && words.dropFirst().first.map(deeds.contains) ?? false)
    else { return false }
    return openers.contains(first) && text.split(whereSeparator: \.isWhitespace).count > 2 && !text.contains(".")
  }

  /// "The question about the limits is still open" asks it once more.
  static func asksAgain(_ text: String) -> Bool {
    let words = words(text)
    return words.contains("question") && words.contains("open")
  }

  /// Lower case, without punctuation, in order.
  static func words(_ text: String) -> [String] {
    TextEngine.words(of: text)
  }

  /// The words that say what a text is about, stripped of plain endings so that "deploys" meets
  /// "deploy".
  static func content(_ text: String) -> Set<String> {
    Set(words(text).filter { !empty.contains($0) && $0.count > 1 }.map(stem))
  }

  /// The words of a question that its answer should have: without those that only name what is
  /// measured. A single capital letter or digit is a name ("Why did we choose B?").
  static func wanted(_ question: String) -> Set<String> {
    let measured = Measure.asked(by: words(question))?.words ?? []
    let wanted = content(question).subtracting(measured.map(stem))
    return wanted.union(letters(question))
  }

  /// Single capital letters and digits that name something, in lower case.
  static func letters(_ text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber }.filter { word in
      guard word.count == 1, word != "I", word != "A", let letter = word.first else { return false }
      return letter.isUppercase || letter.isNumber
    }.map { $0.lowercased() }
  }

  /// Stems of the names within a question: words with a capital letter, not at its beginning.
  static func named(_ question: String) -> Set<String> {
    let later = question.split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" }.dropFirst()
    let capital = later.filter { word in
      word.count > 2 && word.first?.isUppercase == true && word.dropFirst().allSatisfy { !$0.isUppercase }
    }
    return content(capital.joined(separator: " ")).subtracting(days)
  }

  private static let days = Set(Reversal.days.map(stem))

  /// What a text names with a digit in it, as it is written: "4.2", "v12".
  static func numbered(_ text: String) -> Set<String> {
    Set(
      text.lowercased().split(whereSeparator: \.isWhitespace).map { word in
        word.trimmingCharacters { !$0.isLetter && !$0.isNumber }
      }.filter { $0.contains(where: \.isNumber) })
  }

  /// What "how many" counts: the first two words after it that say something; nil when nothing is
  /// counted.
  static func counted(_ question: String) -> Set<String>? {
    let words = words(question)
    guard let many = words.firstIndex(of: "many"), many > 0, words[many - 1] == "how" else { return nil }
    let counted = content(words[(many + 1)...].prefix(2).joined(separator: " "))
    return counted.isEmpty ? nil : counted
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
