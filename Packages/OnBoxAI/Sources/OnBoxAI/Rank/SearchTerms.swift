import Foundation

/// Cuts text into the terms that a search compares: words in lower case, without accents and
/// endings; words that say nothing are left out. `camelCase` is two words, `don't` is `don`, and a
/// Chinese character is a word.
struct SearchTerms {
  private var stems: [String: String] = [:]

  /// The terms of `text` in their order, repeated as often as they stand there.
  mutating func terms(of text: String) -> [String] {
    var terms: [String] = []
    Self.words(of: text) { word in
      if let known = stems[word] {
        if !known.isEmpty { terms.append(known) }
        return
      }
      let stem = StopWords.ofSearch.contains(word) ? "" : PorterStemmer.stem(word)
      stems[word] = stem
      if !stem.isEmpty { terms.append(stem) }
    }
    return terms
  }

  /// Gives `take` each word of `text`, in lower case and without accents.
  private static func words(of text: String, _ take: (String) -> Void) {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return plainWords(of: text, take) }
    var word = ""
    var endsInLower = false
    var isSkipping = false
    func finish() {
      if !word.isEmpty { take(word) }
      word = ""
      endsInLower = false
    }
    for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
      let properties = scalar.properties
      if properties.generalCategory == .nonspacingMark { continue }
      if scalar == "'" || scalar == "\u{2019}" {
        // What follows an apostrophe is an ending.
        isSkipping = !word.isEmpty
        finish()
      } else if properties.isIdeographic {
        finish()
        take(String(scalar))
        isSkipping = false
      } else if properties.isAlphabetic || properties.numericType != nil {
        if isSkipping { continue }
        if properties.isUppercase, endsInLower { finish() }
        word += properties.lowercaseMapping
        endsInLower = properties.isLowercase
      } else {
        finish()
        isSkipping = false
      }
    }
    finish()
  }

  /// The same for a text of ASCII only: most are, and the properties of other characters take long
  /// to look up.
  private static func plainWords(of text: String, _ take: (String) -> Void) {
    var word: [UInt8] = []
    var endsInLower = false
    var isSkipping = false
    func finish() {
      if !word.isEmpty { take(String(decoding: word, as: UTF8.self)) }
      word.removeAll(keepingCapacity: true)
      endsInLower = false
    }
    for byte in text.utf8 {
      let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      let isLower = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      if isUpper || isLower || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        if isSkipping { continue }
        if isUpper, endsInLower { finish() }
        word.append(isUpper ? byte | 0x20 : byte)
        endsInLower = isLower
      } else {
        // What follows an apostrophe is an ending.
        isSkipping = byte == UInt8(ascii: "'") && !word.isEmpty
        finish()
      }
    }
    finish()
  }

  /// Terms that say how to answer rather than what to look for.
  static let asking = Set(English.words("stop.asking").map(PorterStemmer.stem))
}
