/// What an amount that a question asks for is counted in.
enum Measure: String, Sendable, CaseIterable {
  case duration, frequency, length, mass, money, share, speed, temperature

  /// Words after "how" that ask for it, and say nothing of what it is about.
  private var adjectives: String {
    switch self {
    case .duration: "long old late soon"
    case .frequency: "often frequently regularly"
    case .length: "big large tall wide high deep far small"
    case .mass: "heavy heavily"
    case .money: "expensive cheap pricey"
    case .share: "full empty complete"
    case .speed: "fast slow quick quickly slowly"
    case .temperature: "hot warm cold"
    }
  }

  private var units: String {
    switch self {
    case .duration:
      "ms s sec secs second seconds min mins minute minutes h hour hours day days week weeks month months year years"
    case .frequency: "every each per hourly daily weekly monthly yearly once twice times"
    case .length: "mm cm m km metre metres meter meters feet ft inch inches px pt point points kilometres"
    case .mass: "mg g kg t ton tons tonnes kb mb gb tb kib mib gib"
    case .money: "€ $ £ ¥ euro euros eur dollar dollars usd pound pounds gbp yen jpy chf franc francs krona kronor sek"
    case .share: "% percent"
    case .speed: "ms s second seconds minute minutes hour hours mb gb km knots per mph rps"
    case .temperature: "° °c °f c degrees degree celsius fahrenheit"
    }
  }

  /// The measure that a question asks for, with the words that only name it.
  static func asked(by words: [String]) -> (measure: Measure, words: Set<String>)? {
    if let how = words.firstIndex(of: "how"), how + 1 < words.count {
      let adjective = words[how + 1]
      for measure in allCases where measure.adjectives.split(separator: " ").contains(Substring(adjective)) {
        return (measure, [adjective])
      }
    }
    if ["what", "which", "at"].contains(words.first), let named = words.first(where: shares.contains) {
      return (.share, [named])
    }
    let asking: Set<String> = ["cost", "costs", "price", "charge", "charges", "paid", "pay", "salary", "fee", "rent"]
    guard words.contains("how") && words.contains("much") || words.first == "what" || words.first == "what's",
      !asking.isDisjoint(with: words)
    else { return nil }
    return (.money, asking.subtracting(["salary", "rent"]))
  }

  /// The most or the least that there may be, which is a number.
  static let superlatives = [
    "longest", "shortest", "largest", "smallest", "biggest", "highest", "lowest", "maximum", "minimum", "max", "min",
  ]
  private static let shares: Set<String> = ["percentage", "percent"]
  /// What has a number for its value.
  private static let valued: Set<String> = [
    "age", "amount", "budget", "capacity", "count", "duration", "height", "interval", "length", "level", "limit",
    "number", "pressure", "quota", "rate", "ratio", "size", "speed", "temperature", "threshold",
    "timeout", "weight", "width",
  ]

  /// Whether a question asks for a number without "how many": "What is the longest …?", "At what
  /// level does …?", "What is the size of …?".
  static func isValue(askedBy words: [String]) -> Bool {
    guard let what = words.prefix(2).firstIndex(where: { ["what", "what's", "which"].contains($0) }) else {
      return false
    }
    let rest = words[(what + 1)...]
    if !Set(superlatives).isDisjoint(with: rest) { return true }
    let after: Set<String> = [
      "of", "for", "in", "on", "at", "per", "now", "is", "are", "was", "does", "do", "did", "will", "should", "can",
    ]
    return rest.indices.contains { index in
      valued.contains(rest[index]) && (index + 1 == rest.endIndex || after.contains(rest[index + 1]))
    }
  }

  /// Whether a text has a number of this measure.
  func stands(in text: String) -> Bool {
    let tokens = text.lowercased().split(whereSeparator: \.isWhitespace).map { token in
      token.trimmingCharacters { ".,;:!?()[]\"“”".contains($0) }
    }
    let units = Set(units.split(separator: " ").map(String.init))
    if self == .frequency { return tokens.contains(where: units.contains) }
    for (index, token) in tokens.enumerated() where Self.isNumber(token) {
      let attached = String(token.drop { $0.isNumber || $0 == "." || $0 == "," })
      let leading = String(token.prefix { !$0.isNumber && !$0.isLetter })
      if units.contains(attached) || units.contains(leading) { return true }
      if tokens[(index + 1)...].prefix(2).contains(where: units.contains) { return true }
    }
    return false
  }

  static func isDigits(_ token: String) -> Bool { token.first?.isNumber ?? false }

  /// Whether a text has a number that the question has not: "Mac 16" does not say how many Mac 16.
  static func isNew(in text: String, beside wanted: Set<String>) -> Bool {
    QuestionWords.words(text).contains { isNumber($0) && !wanted.contains(QuestionWords.stem($0)) }
  }

  /// Digits, or a number in words.
  static func isNumber(_ token: String) -> Bool {
    token.contains(where: \.isNumber) || numberWords.contains(token)
  }

  private static let numberWords: Set<String> = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "dozen",
    "half", "hundred", "thousand", "million", "none", "nobody", "zero", "both", "all",
  ]
}

extension StringProtocol {
  /// Without the characters at both ends that satisfy `isCut`.
  func trimmingCharacters(while isCut: (Character) -> Bool) -> String {
    var rest = self[...]
    while let first = rest.first, isCut(first) { rest = rest.dropFirst() }
    while let last = rest.last, isCut(last) { rest = rest.dropLast() }
    return String(rest)
  }
}
