/// Tells whether a text is English, by its letters and its little words.
enum Language {
  private static let english = StopWords.common.union(SummaryLexicon.auxiliaries).union(SummaryLexicon.courtesies)
  /// Little words of German, French, Spanish, Italian, Portuguese and Dutch that are none of
  /// English.
  private static let foreign = Set(English.words("summaries.foreign"))

  /// `true` when nothing speaks against it: a name, a number and an "ok" are of every language.
  static func isEnglish(_ text: String) -> Bool {
    let letters = text.unicodeScalars.filter { $0.properties.isAlphabetic }
    let other = letters.count { $0.value > 0x24F }
    if other * 2 > letters.count, other > 1 { return false }
    let words = PlainWords.of(text)
    let strange = words.count { foreign.contains($0) || $0.contains { "äöüßñéèêçãõ¿¡àìòù".contains($0) } }
    let known = words.count { english.contains($0) }
    return strange < 2 || strange <= known
  }
}
