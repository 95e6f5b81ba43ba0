/// English verbs as far as rewriting into the third person needs them.
enum SummaryVerbs {
  /// Base forms that begin an imperative or follow a subject in everyday talk.
  static let bases = Set(English.words("verbs.bases"))

  static let pastOfBase = English.table("verbs.pasts").compactMapValues(\.first)

  private static let irregularPasts: Set<String> = Set(pastOfBase.values)
    .subtracting(["let", "put", "cut", "hit", "hurt", "set", "shut", "quit", "read", "cost", "beat"])

  /// Whether `word` is a past form: no ending is added to it.
  static func isPast(_ word: String) -> Bool {
    irregularPasts.contains(word) || (word.hasSuffix("ed") && word.count > 3 && word != "need" && word != "feed")
  }

  /// The form after he, she or a name: "go" becomes "goes"; past forms and modals stay.
  static func thirdPerson(_ verb: String) -> String {
    switch verb {
    case "am", "are": return "is"
    case "were": return "was"
    case "have": return "has"
    case "do": return "does"
    default: break
    }
    if SummaryLexicon.modals.contains(verb) || isPast(verb) || verb == "is" || verb == "was" || verb == "had" {
      return verb
    }
    if verb.hasSuffix("s"), !verb.hasSuffix("ss") { return verb }
    if ["s", "x", "z", "ch", "sh", "o"].contains(where: { verb.hasSuffix($0) }) { return verb + "es" }
    if verb.hasSuffix("y"), let before = verb.dropLast().last, !"aeiou".contains(before) {
      return verb.dropLast() + "ies"
    }
    return verb + "s"
  }

  /// The simple past of a base form, a third person or a modal; past forms stay.
  static func past(_ verb: String) -> String {
    if let irregular = pastOfBase[verb] { return irregular }
    if isPast(verb) || ["could", "would", "should", "might", "must"].contains(verb) { return verb }
    var base = verb
    if verb.hasSuffix("ies") {
      base = verb.dropLast(3) + "y"
    } else if verb.hasSuffix("s"), !verb.hasSuffix("ss") {
      base = String(verb.dropLast())
    }
    if let irregular = pastOfBase[base] { return irregular }
    if base.hasSuffix("e") { return base + "d" }
    if base.hasSuffix("y"), let before = base.dropLast().last, !"aeiou".contains(before) {
      return base.dropLast() + "ied"
    }
    if doubling.contains(base) { return base + String(base.suffix(1)) + "ed" }
    return base + "ed"
  }

  private static let doubling = Set(English.words("verbs.doubling"))

  /// Whether `word` can follow a subject as a verb in the present: a known base form.
  static func isBase(_ word: String) -> Bool { bases.contains(word) }
}
