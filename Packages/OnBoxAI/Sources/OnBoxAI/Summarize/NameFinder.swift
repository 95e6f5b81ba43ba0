/// Finds the names by which people call each other, for speakers whose label is no name
/// ("Person1").
enum NameFinder {
  private static let notNames = Set(English.words("summaries.notNames")).union(CalendarWords.names)

  /// The name of each label that is no name itself, where the other one of two uses exactly one.
  static func names(_ turns: [Turn]) -> [String: String] {
    var labels: [String] = []
    for turn in turns where !labels.contains(turn.speaker) { labels.append(turn.speaker) }
    guard labels.count == 2, labels.allSatisfy(isPlaceholder) else { return [:] }
    var called: [String: [String: Int]] = [:]
    for turn in turns {
      guard let other = labels.first(where: { $0 != turn.speaker }) else { continue }
      for sentence in SummaryText.sentences(of: turn.text) {
        if let name = vocative(sentence) { called[other, default: [:]][name, default: 0] += 1 }
        if let name = introduction(sentence) { called[turn.speaker, default: [:]][name, default: 0] += 2 }
      }
    }
    var result: [String: String] = [:]
    for (label, names) in called where names.count == 1 {
      if let name = names.keys.first { result[label] = name }
    }
    return result.count == 2 && Set(result.values).count == 1 ? [:] : result
  }

  /// "Person1", "Speaker 2", "User 12".
  static func isPlaceholder(_ label: String) -> Bool {
    let bare = label.lowercased().filter(\.isLetter)
    return ["person", "speaker", "user", "participant", "guest"].contains(bare) && label.last?.isNumber == true
  }

  private static func vocative(_ sentence: [SummaryWord]) -> String? {
    let words = sentence.filter { ![".", "!", "?"].contains($0.lower) }
    guard let last = words.last else { return nil }
    if words.count > 2, words[words.count - 2].lower == ",", isName(last), words.count(where: { $0.lower == "," }) == 1
    {
      return last.text
    }
    let greets = ["hi", "hey", "hello", "morning", "thanks", "bye", "goodbye", "oh", "well", "sorry", "afternoon"]
    if words.count == 2, greets.contains(words[0].lower), isName(words[1]) { return words[1].text }
    if words.count == 3, words[0].lower == "good", greets.contains(words[1].lower), isName(words[2]) {
      return words[2].text
    }
    guard words.count > 2, let comma = words.prefix(4).firstIndex(where: { $0.lower == "," }), comma > 0 else {
      return nil
    }
    if comma == 1, isName(words[0]), words.count > 3, begins(words[2]) { return words[0].text }
    if comma == 2, greets.contains(words[0].lower), isName(words[1]) { return words[1].text }
    return nil
  }

  private static func introduction(_ sentence: [SummaryWord]) -> String? {
    let lowers = sentence.map(\.lower)
    for lead in [["my", "name", "is"], ["this", "is"], ["i", "am"]] where lowers.count > lead.count {
      guard Array(lowers.prefix(lead.count)) == lead, isName(sentence[lead.count]) else { continue }
      let next = sentence.dropFirst(lead.count + 1).first
      if next == nil || next?.isWord == false { return sentence[lead.count].text }
    }
    return nil
  }

  private static func begins(_ word: SummaryWord) -> Bool {
    SummaryLexicon.subjectPronouns.contains(word.lower) || SummaryLexicon.auxiliaries.contains(word.lower)
      || SummaryLexicon.questionWords.contains(word.lower) || word.lower == "please"
  }

  private static func isName(_ word: SummaryWord) -> Bool {
    guard let first = word.text.first, first.isUppercase, word.text.count > 2 else { return false }
    return word.text.dropFirst().allSatisfy { $0.isLowercase } && !notNames.contains(word.lower)
      && !StopWords.ofSummary.contains(word.lower) && !SummaryVerbs.isBase(word.lower)
      && !SummaryLexicon.courtesies.contains(word.lower) && !SummaryLexicon.openers.contains(word.lower)
      && word.lower.contains { "aeiouy".contains($0) } && !word.lower.hasSuffix("ly") && !word.lower.hasSuffix("ing")
  }
}
