/// Cuts messages into sentences of words, and prints words as text.
enum SummaryText {
  /// Signs that open a bracket or a quotation: nothing is printed between them and the next word.
  private static let openers: Set<Character> = ["(", "[", "“", "«"]

  /// The sentences of `text`, each with its closing sign. Code blocks, links and emoji are left
  /// out.
  static func sentences(of text: String) -> [[SummaryWord]] {
    var sentences: [[SummaryWord]] = []
    var current: [SummaryWord] = []
    func close() {
      if current.contains(where: \.isWord) { sentences.append(current) }
      current = []
    }
    // Lines that begin with ">" repeat what somebody else wrote.
    for line in withoutCode(text).split(whereSeparator: \.isNewline) where !line.hasPrefix(">") {
      let words = words(of: String(line))
      for (index, word) in words.enumerated() {
        current.append(word)
        let next = index + 1 < words.count ? words[index + 1] : nil
        if ends(word, next: next, before: current.dropLast().last) { close() }
      }
      close()
    }
    return sentences
  }

  private static func ends(_ word: SummaryWord, next: SummaryWord?, before: SummaryWord?) -> Bool {
    guard let sign = word.text.first, !word.isWord else { return false }
    if let next, !next.isWord, ".!?…\")”".contains(next.text) { return false }
    if sign == ".", let before, ["p", "a"].contains(before.lower), next?.lower == "m" { return false }
    if sign == ".", let before, ["p.m", "a.m"].contains(before.lower), next?.text.first?.isUppercase != true {
      return next == nil
    }
    if sign == "." { return !(before.map { SummaryLexicon.abbreviations.contains($0.lower) } ?? false) }
    return "!?…。！？".contains(sign)
  }

  /// `text` without fenced code and with straight apostrophes that touch their words ("don ' t"
  /// becomes "don't").
  private static func withoutCode(_ text: String) -> String {
    var plain = text
    if plain.utf8.contains(UInt8(ascii: "`")) {
      let fenced = plain.components(separatedBy: "```")
      plain = fenced.enumerated().filter { $0.offset % 2 == 0 }.map(\.element).joined(separator: " ")
      plain = plain.replacingOccurrences(of: "`", with: "")
    }
    if !isPlain(plain) { plain = plain.replacingOccurrences(of: "’", with: "'") }
    guard plain.contains(" ' ") else { return plain }
    for ending in ["s", "t", "m", "re", "ve", "ll", "d", "S", "T", "M", "Re", "Ve", "Ll", "D"] {
      plain = plain.replacingOccurrences(of: " ' \(ending) ", with: "'\(ending.lowercased()) ")
    }
    return plain
  }

  /// The words and signs of one line, contractions opened ("I'll" is "I will", "don't" is "do" and
  /// "n't").
  static func words(of line: String) -> [SummaryWord] {
    var result: [SummaryWord] = []
    for chunk in split(line) {
      if chunk.contains("://") || chunk.hasPrefix("www.") { continue }
      var body = chunk
      var tail: [SummaryWord] = []
      while let first = body.first, isSign(first) {
        if isKept(first) { result.append(SummaryWord(String(first))) }
        body = body.dropFirst()
      }
      while let last = body.last, isSign(last) || last == "'" {
        if isKept(last) { tail.append(SummaryWord(String(last))) }
        body = body.dropLast()
      }
      if !body.isEmpty { result += pieces(of: String(body)) }
      result += tail.reversed()
    }
    return result
  }

  /// The parts between spaces; a picture between words stands for a full stop.
  private static func split(_ line: String) -> [Substring] {
    guard !isPlain(line) else { return line.split(whereSeparator: \.isWhitespace) }
    let plain = String(
      line.map { character in isPicture(character) ? " " + (line.first == character ? "" : ". ") : String(character) }
        .joined())
    return plain.split(whereSeparator: \.isWhitespace)
  }

  private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  private static func isPicture(_ character: Character) -> Bool {
    character.unicodeScalars.first.map { $0.properties.isEmojiPresentation || $0.value >= 0x1F000 } ?? false
  }

  private static func isSign(_ character: Character) -> Bool {
    !(character.isLetter || character.isNumber || "@#$€£%&+'".contains(character))
  }

  private static func isKept(_ character: Character) -> Bool { ",;:.!?…()。！？\"“”„«»".contains(character) }

  /// A chunk between spaces, cut at inner signs such as "late.So" and "well...I", contractions
  /// opened.
  private static func pieces(of chunk: String) -> [SummaryWord] {
    for sign in ["...", "…", "?", "!", ";", ","] where chunk.contains(sign) {
      if sign == ",", chunk.allSatisfy({ $0.isNumber || ",.$€£%".contains($0) }) { continue }
      let parts = chunk.components(separatedBy: sign).filter { !$0.isEmpty }
      var words: [SummaryWord] = []
      for (index, part) in parts.enumerated() {
        words += pieces(of: part)
        if index + 1 < parts.count { words.append(SummaryWord(sign == "..." ? "," : sign)) }
      }
      return words
    }
    if let stop = glued(chunk) {
      return pieces(of: String(chunk[..<stop])) + [SummaryWord(".")]
        + pieces(of: String(chunk[chunk.index(after: stop)...]))
    }
    return opened(chunk)
  }

  /// The full stop of "late.So": a small letter before it and a capital after.
  private static func glued(_ chunk: String) -> String.Index? {
    guard let stop = chunk.firstIndex(of: "."), stop > chunk.startIndex else { return nil }
    let after = chunk.index(after: stop)
    guard after < chunk.endIndex, chunk[after].isUppercase, chunk[chunk.index(before: stop)].isLowercase else {
      return nil
    }
    return stop
  }

  private static func opened(_ chunk: String) -> [SummaryWord] {
    let lower = chunk.lowercased()
    if let whole = SummaryLexicon.contractions[lower] { return cased(whole, like: chunk) }
    if lower.hasSuffix("n't"), lower.count > 3 { return [SummaryWord(String(chunk.dropLast(3))), SummaryWord("n't")] }
    for (ending, full) in SummaryLexicon.endings where lower.hasSuffix(ending) && lower.count > ending.count {
      let stem = String(chunk.dropLast(ending.count))
      guard SummaryLexicon.openedStems.contains(stem.lowercased()) else { continue }
      return [SummaryWord(stem), SummaryWord(full)]
    }
    return [SummaryWord(chunk)]
  }

  private static func cased(_ words: [String], like chunk: String) -> [SummaryWord] {
    words.enumerated().map { index, word in
      index == 0 && chunk.first?.isUppercase == true
        ? SummaryWord(word.prefix(1).uppercased() + word.dropFirst())
        : SummaryWord(word)
    }
  }

  /// `words` as text, with the spaces that English puts.
  static func print(_ words: [SummaryWord]) -> String {
    var text = ""
    var isQuoting = false
    var hugs = false
    for word in words {
      if word.isQuoteSign {
        if !isQuoting, !text.isEmpty { text += " " }
        text += "\""
        isQuoting.toggle()
        hugs = isQuoting
        continue
      }
      defer { hugs = false }
      if word.lower == "n't" {
        if text.hasSuffix("will") { text = String(text.dropLast(4)) + "wo" }
        if text.hasSuffix("can") || text.hasSuffix("shall") { text = String(text.dropLast(1)) }
        text += text.hasSuffix(" am") ? " not" : "n't"
        continue
      }
      let joins = word.lower == "'s" || word.text.allSatisfy { ",;:.!?…)。！？".contains($0) }
      if !text.isEmpty, !joins, !hugs, !(text.last.map { openers.contains($0) } ?? false) { text += " " }
      text += word.text
    }
    return text
  }

  /// `text` as a sentence: a capital first, a full stop last.
  static func sentence(_ text: String) -> String {
    var body = text[...]
    while let last = body.last, ",;:-–. ".contains(last) { body = body.dropLast() }
    guard let first = body.first else { return "" }
    let closed = body.last.map { "!?…\"".contains($0) } ?? false
    return first.uppercased() + body.dropFirst() + (closed ? "" : ".")
  }
}
