import Foundation

/// Cuts messages into sentences and prints quotes.
enum SpokenText {
  /// "No. 5" among them.
  private static let abbreviations = Sentences.abbreviations.union(["no"])

  /// The sentences of `text` in order. Code, what somebody else is quoted with (`>`), and pictures
  /// are left out.
  static func sentences(of text: String) -> [[SpokenWord]] {
    var sentences: [[SpokenWord]] = []
    for line in plain(text).split(whereSeparator: \.isNewline) where !line.hasPrefix(">") {
      let words = words(of: line)
      var current: [SpokenWord] = []
      for (index, word) in words.enumerated() {
        current.append(word)
        if ends(word, before: index + 1 < words.count ? words[index + 1] : nil, length: current.count) {
          sentences.append(current)
          current = []
        }
      }
      sentences.append(current)
    }
    return sentences.filter { $0.contains(where: \.isWord) }
  }

  /// The words of one line, signs that stand alone put to the word before.
  static func words(of line: some StringProtocol) -> [SpokenWord] {
    var result: [SpokenWord] = []
    for chunk in line.split(whereSeparator: \.isWhitespace) {
      for piece in pieces(of: String(chunk)) {
        let word = SpokenWord(piece.filter { !isPicture($0) })
        if word.isWord {
          result.append(word)
        } else if let last = result.last, word.text.allSatisfy({ ",;:.!?…".contains($0) }) {
          if !last.isParted || word.text == "?" { result[result.count - 1] = last.with(last.text + word.text) }
        } else if !word.text.isEmpty, !result.isEmpty || "$€£".contains(word.text) {
          result.append(word)
        }
      }
    }
    return result
  }

  /// Without code, apostrophes straight and at their words ("don ' t" becomes "don't").
  private static func plain(_ text: String) -> String {
    var plain = text.replacing("’", with: "'")
    if plain.contains("'cause") { plain = plain.replacing("'cause", with: " because") }
    if plain.contains("`") {
      plain = plain.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        .joined(separator: "\n").replacing("`", with: "")
    }
    if plain.contains("'V") { plain = plain.replacing("'Ve", with: "'ve") }
    guard plain.contains(" ' ") else { return plain }
    for ending in ["s", "t", "m", "re", "ve", "ll", "d"] {
      plain = plain.replacing(" ' \(ending) ", with: "'\(ending) ")
    }
    return plain
  }

  /// "late.So" and "well...I" in two; an address stays whole.
  private static func pieces(of chunk: String) -> [Substring] {
    guard !chunk.contains("://"), !chunk.hasPrefix("www."), !chunk.contains("@") else { return [chunk[...]] }
    var place = chunk.startIndex
    while let sign = chunk[place...].firstIndex(where: { ".!?…,。！？".contains($0) }) {
      let after = chunk[sign...].firstIndex { !".!?…,。！？".contains($0) } ?? chunk.endIndex
      place = after
      guard after < chunk.endIndex, sign > chunk.startIndex, chunk[after].isLetter else { continue }
      let before = chunk[chunk.index(before: sign)]
      let isGlued =
        "。！？".contains(chunk[sign]) || chunk[sign] == "," && before.isLetter
        || before.isLowercase && (chunk[after].isUppercase || chunk[sign] != "." || chunk[sign..<after].count > 1)
      if isGlued { return [chunk[..<after]] + pieces(of: String(chunk[after...])) }
    }
    return [chunk[...]]
  }

  private static func isPicture(_ character: Character) -> Bool {
    character.unicodeScalars.first.map { $0.properties.isEmojiPresentation || $0.value >= 0x1F000 } ?? false
  }

  private static func ends(_ word: SpokenWord, before next: SpokenWord?, length: Int) -> Bool {
    let bare = word.text.reversed().drop { "\"”')]’".contains($0) }
    guard let sign = bare.first, let next else { return false }
    if "!?。！？".contains(sign) { return true }
    guard sign == "." || sign == "…" else { return false }
    if bare.dropFirst().first == "." || sign == "…" { return next.isCapitalized }
    if abbreviations.contains(word.lower) || word.lower.count == 1, word.lower != "i" { return false }
    if word.lower == "p.m" || word.lower == "a.m" { return next.isCapitalized }
    return next.isCapitalized || word.lower.count > 2 && length > 3
  }

  /// `words` as a sentence of a quotation: a capital first, a full stop last, inner quotation marks
  /// single.
  static func print(_ words: [SpokenWord]) -> String {
    var text = words.map { $0.text == "i" ? "I" : $0.text }.joined(separator: " ")
    text = text.replacing("“", with: "‘").replacing("”", with: "’")
    while let mark = text.firstIndex(of: "\"") {
      let opens = mark == text.startIndex || text[text.index(before: mark)] == " "
      text.replaceSubrange(mark...mark, with: opens ? "‘" : "’")
    }
    while let last = text.last, ",;:-–— ".contains(last) { text.removeLast() }
    guard let first = words.first else { return "" }
    let isIdentifier =
      first.text.dropFirst().contains { $0.isUppercase || $0.isNumber || "._/".contains($0) }
      && first.text.dropLast().contains { $0.isUppercase || $0.isNumber || "_/".contains($0) }
    let closed = text.last.map { ".!?…。！？’)".contains($0) } ?? false
    return (isIdentifier ? text : text.prefix(1).uppercased() + text.dropFirst()) + (closed ? "" : ".")
  }
}
