/// Turns what one person says to another into the third person: "I'll send you my notes" becomes
/// "Bo will send Maya their notes".
struct PersonRewriter {
  let cast: Cast
  let speaker: String
  /// Whom "you" means; `nil` when that cannot be known.
  let addressee: String?

  /// The words in the third person; `nil` when a "you" stands for nobody that is known.
  func rewrite(_ words: [SummaryWord], speakerIsSubject: Bool = false) -> [SummaryWord]? {
    var result: [SummaryWord] = []
    var state = Agreement()
    var subject: String? = speakerIsSubject ? speaker : nil
    for index in words.indices {
      let word = words[index]
      let before = index > 0 ? words[index - 1].lower : ""
      let after = index + 1 < words.count ? words[index + 1].lower : ""
      switch word.lower {
      case "i" where !word.isName:
        agreeBackwards(&result, before: before)
        result += cast.name(speaker)
        subject = speaker
        SummaryLexicon.auxiliaries.contains(before) ? state.forget() : state.awaitVerb()
      case "me": result += cast.name(speaker)
      case "my", "mine": result += possessive(speaker, subject: subject)
      case "myself": result.append(SummaryWord("themselves"))
      case "you":
        guard let addressee else { return nil }
        if before == "are" || before == "were" { agreeBackwards(&result, before: before) }
        result += cast.name(addressee)
        if SummaryLexicon.auxiliaries.contains(before) {
          state.forget()
        } else if isSubject(before: before, after: after, at: index) {
          subject = addressee
          state.awaitVerb()
        }
      case "your", "yours":
        guard let addressee else { return nil }
        result += possessive(addressee, subject: subject)
      case "yourself": result.append(SummaryWord("themselves"))
      case "we":
        result.append(SummaryWord("they"))
        subject = nil
        state.forget()
      case "us": result.append(SummaryWord("them"))
      case "our": result.append(SummaryWord("their"))
      case "ours": result.append(SummaryWord("theirs"))
      default:
        if ["he", "she", "it", "they", "that", "there"].contains(word.lower) { state.forget() }
        result.append(state.agreed(word, before: before))
      }
    }
    return result
  }

  /// The verb that stands before its subject: "what are you" becomes "what is Bo".
  private func agreeBackwards(_ words: inout [SummaryWord], before: String) {
    guard SummaryLexicon.auxiliaries.contains(before), let last = words.indices.last else { return }
    words[last] = SummaryWord(SummaryVerbs.thirdPerson(before))
  }

  /// "their" for who is the subject of the clause already, else the name's own form.
  private func possessive(_ label: String, subject: String?) -> [SummaryWord] {
    if subject == label { return [SummaryWord("their")] }
    return cast.name(label) + [SummaryWord("'s")]
  }

  private func isSubject(before: String, after: String, at index: Int) -> Bool {
    if index == 0 || SummaryLexicon.conjunctions.contains(before) || before == "," { return true }
    if SummaryLexicon.auxiliaries.contains(after) { return true }
    if SummaryLexicon.clauseVerbs.contains(before) {
      return SummaryVerbs.isBase(after) || SummaryVerbs.isPast(after) || SummaryLexicon.midAdverbs.contains(after)
    }
    return false
  }
}

/// Follows a clause whose subject became a name, and gives its verbs the ending of the third
/// person.
private struct Agreement {
  private var awaits = false
  private var isPresent = false

  mutating func awaitVerb() {
    awaits = true
    isPresent = false
  }

  mutating func forget() {
    awaits = false
    isPresent = false
  }

  mutating func agreed(_ word: SummaryWord, before: String) -> SummaryWord {
    if awaits {
      if SummaryLexicon.isMidAdverb(word.lower) || word.lower == "n't" { return word }
      awaits = false
      guard word.isWord, !["and", "or", "to"].contains(word.lower) else { return word }
      isPresent =
        !SummaryLexicon.modals.contains(word.lower) && !SummaryLexicon.auxiliaries.contains(word.lower)
        && !SummaryVerbs.isPast(word.lower)
      return SummaryWord(SummaryVerbs.thirdPerson(word.lower))
    }
    if word.lower == "to" || SummaryLexicon.modals.contains(word.lower) { isPresent = false }
    if isPresent, ["and", "but", "or"].contains(before), SummaryVerbs.isBase(word.lower) {
      return SummaryWord(SummaryVerbs.thirdPerson(word.lower))
    }
    return word
  }
}
