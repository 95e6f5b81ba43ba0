/// Words whose full stop ends no sentence.
enum Abbreviations {
  static let all = Set(words: "dr mr mrs ms prof vs etc approx e.g i.e st").union(CalendarWords.shortMonths)
}
