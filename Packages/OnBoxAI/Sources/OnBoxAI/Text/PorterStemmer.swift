/// Takes the endings off English words, so that "discussed" and "discussion" meet (Porter, 1980).
enum PorterStemmer {
  /// The stem of `word`, which is in lower case. Words of other letters than a to z, and short
  /// ones, stay as they are.
  static func stem(_ word: String) -> String {
    let bytes = Array(word.utf8)
    guard bytes.count > 2, bytes.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) else {
      return word
    }
    var word = Word(letters: bytes)
    word.removePlural()
    word.removePast()
    word.replaceFinalY()
    word.replaceFirst(of: doubled, from: 0)
    word.replaceFirst(of: shortened, from: 0)
    word.replaceFirst(of: removed, from: 1)
    word.tidy()
    return String(decoding: word.letters, as: UTF8.self)
  }

  private static let doubled: [(String, String)] = [
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"), ("bli", "ble"),
    ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"), ("ization", "ize"), ("ation", "ate"),
    ("ator", "ate"), ("alism", "al"), ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"),
    ("iviti", "ive"), ("biliti", "ble"), ("logi", "log"),
  ]
  private static let shortened: [(String, String)] = [
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""), ("ness", ""),
  ]
  private static let removed: [(String, String)] = [
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "sion", "tion", "ou", "ism",
    "ate", "iti", "ous", "ive", "ize",
  ].map { ($0, $0 == "sion" ? "s" : ($0 == "tion" ? "t" : "")) }

  private struct Word {
    var letters: [UInt8]

    private func isConsonant(_ index: Int) -> Bool {
      switch letters[index] {
      case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"), UInt8(ascii: "u"): false
      case UInt8(ascii: "y"): index == 0 || !isConsonant(index - 1)
      default: true
      }
    }

    /// How often a vowel is followed by a consonant in the first `length` letters.
    private func measure(_ length: Int) -> Int {
      var count = 0
      var afterVowel = false
      for index in 0..<length {
        let consonant = isConsonant(index)
        if consonant, afterVowel { count += 1 }
        afterVowel = !consonant
      }
      return count
    }

    private func hasVowel(_ length: Int) -> Bool { (0..<length).contains { !isConsonant($0) } }

    private func endsInDouble() -> Bool {
      let count = letters.count
      return count >= 2 && letters[count - 1] == letters[count - 2] && isConsonant(count - 1)
    }

    /// Consonant, vowel, consonant other than w, x, y at the end of the first `length` letters.
    private func endsShort(_ length: Int) -> Bool {
      guard length >= 3 else { return false }
      guard isConsonant(length - 1), !isConsonant(length - 2), isConsonant(length - 3) else { return false }
      return !"wxy".utf8.contains(letters[length - 1])
    }

    private func ends(_ suffix: String) -> Bool {
      letters.count >= suffix.utf8.count && letters.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    private mutating func replace(_ suffix: String, by other: String) {
      letters.removeLast(suffix.utf8.count)
      letters.append(contentsOf: other.utf8)
    }

    mutating func removePlural() {
      if ends("sses") || ends("ies") {
        letters.removeLast(2)
      } else if ends("s"), !ends("ss") {
        letters.removeLast()
      }
    }

    mutating func removePast() {
      if ends("eed") {
        if measure(letters.count - 3) > 0 { letters.removeLast() }
        return
      }
      if ends("ed"), hasVowel(letters.count - 2) {
        letters.removeLast(2)
      } else if ends("ing"), hasVowel(letters.count - 3) {
        letters.removeLast(3)
      } else {
        return
      }
      if ends("at") || ends("bl") || ends("iz") {
        letters.append(UInt8(ascii: "e"))
      } else if endsInDouble(), !ends("l"), !ends("s"), !ends("z") {
        letters.removeLast()
      } else if measure(letters.count) == 1, endsShort(letters.count) {
        letters.append(UInt8(ascii: "e"))
      }
    }

    mutating func replaceFinalY() {
      if ends("y"), hasVowel(letters.count - 1) { replace("y", by: "i") }
    }

    /// Replaces the longest ending that fits, if the rest's measure is above `measure`.
    mutating func replaceFirst(of endings: [(String, String)], from measure: Int) {
      var found: (String, String)?
      for ending in endings where ends(ending.0) && ending.0.utf8.count > (found?.0.utf8.count ?? 0) { found = ending }
      guard let (suffix, other) = found else { return }
      let rest = letters.count - suffix.utf8.count + (measure == 1 ? other.utf8.count : 0)
      if self.measure(rest) > measure { replace(suffix, by: other) }
    }

    mutating func tidy() {
      if ends("e") {
        let rest = letters.count - 1
        let size = measure(rest)
        if size > 1 || (size == 1 && !endsShort(rest)) { letters.removeLast() }
      }
      if ends("ll"), measure(letters.count - 1) > 1 { letters.removeLast() }
    }
  }
}
