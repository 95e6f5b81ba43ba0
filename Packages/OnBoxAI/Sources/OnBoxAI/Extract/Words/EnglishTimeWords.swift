extension TimeWords {
  /// English as it is written in chats: full words, abbreviations, common slips.
  static let english: TimeWords = {
    var table = TimeWords(
      endings: ["'s"],
      signs: [
        "\u{2013}": "-", "\u{2014}": "-", "\u{2212}": "-", "\u{2012}": "-", "\u{201C}": "\"", "\u{201D}": "\"",
        "\u{2019}": "'",
      ])
    for (index, names) in CalendarWords.months.enumerated() { table.define(names) { $0.month = index + 1 } }
    for (index, names) in CalendarWords.weekdays.enumerated() { table.define(names) { $0.weekday = index + 1 } }
    for (word, number) in English.numbers("times.numbers") { table.define([word]) { $0.number = number } }
    for (word, number) in English.numbers("times.ordinals") { table.define([word]) { $0.ordinal = number } }
    table.define("times.roles", \.role, TimeWord.Role.init(rawValue:))
    table.define("times.units", \.unit, TimeWord.Unit.init(rawValue:))
    table.define("times.dayParts", \.dayPart, DayPart.init(rawValue:))
    table.define("times.meridiems", \.meridiem, TimeWord.Meridiem.init(rawValue:))
    table.mark("times.ordinalEndings", \.isOrdinalEnding)
    table.mark("times.ambiguous", \.isAmbiguous)
    table.mark("times.contexts", \.isTimeContext)
    table.mark("times.moves", \.isMove)
    table.mark("times.followers", \.isFollower)
    table.mark("times.amounts", \.isAmount)
    table.mark("times.labels", \.isLabel)
    // Abbreviations name the place's clock, summer time included: people write "PST" in July.
    table.define("times.zones", \.zone) { $0 }
    for list in ["times.weakZones", "times.places"] {
      table.define(list, \.zone) { $0 }
      for phrase in English.phrases(list) { table.define(phrase.dropFirst()) { $0.isWeakZone = true } }
    }
    return table
  }()

  /// Gives the words of each phrase the meaning that its first word names.
  private mutating func define<Value>(
    _ list: String, _ meaning: WritableKeyPath<TimeWord, Value?>, _ value: (String) -> Value?
  ) {
    for phrase in English.phrases(list) { define(phrase.dropFirst()) { $0[keyPath: meaning] = value(phrase[0]) } }
  }

  private mutating func mark(_ list: String, _ flag: WritableKeyPath<TimeWord, Bool>) {
    define(English.words(list)) { $0[keyPath: flag] = true }
  }
}
