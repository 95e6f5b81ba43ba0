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
    for chunk in line.split(whereSeparator: \.isWhitespace) where !isFace(String(chunk)) {
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
    if plain.contains(where: { "[{".contains($0) }) { plain = withoutTags(plain) }
    if plain.contains("_") {
      plain = plain.split(separator: " ", omittingEmptySubsequences: false).map { spelled($0) }.joined(separator: " ")
    }
    guard plain.contains(" ' ") else { return plain }
    for ending in ["s", "t", "m", "re", "ve", "ll", "d"] {
      plain = plain.replacing(" ' \(ending) ", with: "'\(ending) ")
    }
    return plain
  }

  /// "LCD's" of "L_C_D_'s", as transcripts spell it; other words as they are.
  private static func spelled(_ chunk: Substring) -> String {
    let letters = chunk.split(separator: "_", omittingEmptySubsequences: false).dropLast()
    guard !letters.isEmpty, letters.allSatisfy({ $0.count == 1 && $0.allSatisfy(\.isUppercase) }),
      !chunk.dropFirst(letters.count * 2).contains(where: { $0.isUppercase || $0.isNumber })
    else { return String(chunk) }
    return chunk.filter { $0 != "_" }
  }

  /// Without "[laughter]" and "{vocalsound}", which a transcript notes and nobody said. What else
  /// stands in brackets stays.
  private static func withoutTags(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(where: { "[{".contains($0) }) {
      result += rest[..<start]
      rest = rest[start...]
      guard let end = rest.firstIndex(where: { "]}".contains($0) }) else { break }
      let inner = PlainWords.of(String(rest[rest.index(after: start)..<end]))
      if inner.count > 3 || !inner.allSatisfy({ SummaryLexicon.isTag($0) }) { result += rest[...end] }
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  /// ":)", ":D", ";-)".
  private static func isFace(_ chunk: String) -> Bool {
    guard chunk.count < 4, let eyes = chunk.first, let mouth = chunk.last, ":;".contains(eyes) else { return false }
    return chunk.count > 1 && ")(DPp".contains(mouth)
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
