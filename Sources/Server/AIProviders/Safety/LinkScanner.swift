/// Finds everything in plain text that some client somewhere would turn into a link: addresses with
/// a scheme, `www.` names, mail addresses, bare host names. Pure; a link is always taken to the
/// next white space, so that nothing can hide behind a known address.
enum LinkScanner {
  /// A place in the text that is a link, without the punctuation around it.
  struct Link: Hashable {
    let range: Range<Int>
    /// Punctuation after the link, up to the next white space.
    let trailing: Int
  }

  /// More punctuation after a link than a sentence needs is no punctuation.
  static let maximumTrailing = 3

  static func links(in text: [Unicode.Scalar]) -> [Link] {
    var links: [Link] = []
    var start = 0
    while start < text.count {
      if text[start].properties.isWhitespace {
        start += 1
        continue
      }
      let end = text[start...].firstIndex { $0.properties.isWhitespace } ?? text.count
      if let link = link(in: text, start..<end) { links.append(link) }
      start = end
    }
    return links
  }

  /// The addresses in `text`, exactly as they stand there.
  static func addresses(in text: String) -> Set<String> {
    let scalars = Array(text.unicodeScalars)
    return Set(links(in: scalars).map { string(scalars[$0.range]) })
  }

  static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  // MARK: One word

  private static func link(in text: [Unicode.Scalar], _ word: Range<Int>) -> Link? {
    let plain = text[word].map(halfWidth)
    guard let offset = linkStart(plain) else { return nil }
    var end = plain.count
    while end > offset, closing.contains(plain[end - 1]) { end -= 1 }
    guard end > offset else { return nil }
    return Link(range: word.lowerBound + offset..<word.lowerBound + end, trailing: plain.count - end)
  }

  /// Where in a word a link begins.
  private static func linkStart(_ word: [Unicode.Scalar]) -> Int? {
    // Every link has one of them; nearly no word has.
    guard word.contains(where: { $0 == "." || $0 == ":" }) else { return nil }
    if let start = schemeStart(word) { return start }
    guard let first = word.firstIndex(where: { !opening.contains($0) }) else { return nil }
    let trimmed = Array(word[first...])
    let lowered = string(trimmed).lowercased()
    if lowered.hasPrefix("www.") || schemes.contains(where: { lowered.contains($0) && !lowered.hasSuffix($0) }) {
      return first
    }
    return hostStart(word)
  }

  /// The start of the first host name in a word, slashes and colons before it included.
  private static func hostStart(_ word: [Unicode.Scalar]) -> Int? {
    var index = 0
    while index < word.count {
      guard HostName.isPart(word[index]) else {
        index += 1
        continue
      }
      let end = word[index...].firstIndex { !HostName.isPart($0) } ?? word.count
      if HostName.isLink(word[index..<min(word.count, end + 2)]) {
        var start = index
        while start > 0, word[start - 1] == ":" || isSlash(word[start - 1]) { start -= 1 }
        return start
      }
      index = end
    }
    return nil
  }

  /// The start of the scheme before `://`, `:/` or their backslash forms.
  private static func schemeStart(_ word: [Unicode.Scalar]) -> Int? {
    for index in word.indices where word[index] == ":" && index + 1 < word.count && isSlash(word[index + 1]) {
      var start = index
      while start > 0, isSchemeScalar(word[start - 1]) { start -= 1 }
      // "1:/2" is no scheme, "C:\\" is a drive.
      if start == index, index + 2 < word.count, isSlash(word[index + 2]) { return index }
      if index - start > 1, word[start..<index].contains(where: { $0.properties.isAlphabetic }) { return start }
    }
    return nil
  }

  private static func isSlash(_ scalar: Unicode.Scalar) -> Bool { scalar == "/" || scalar == "\\" }

  private static func isSchemeScalar(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.isASCII else { return false }
    return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "+-.".unicodeScalars.contains(scalar)
  }

  /// Full-width forms are read as their ASCII selves, as browsers do.
  private static func halfWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    case 0x3002, 0xFF61: "."
    case 0x2044, 0x2215, 0x29F8: "/"
    case 0xA789, 0x2236: ":"
    default: scalar
    }
  }

  private static let opening = Set("([{<\"'`*_~|>“‘«「『（【".unicodeScalars)
  private static let closing = Set(")]}>\"'`*_~|.,;:!?…”’»」』）】".unicodeScalars)
  /// Schemes that act without slashes.
  private static let schemes = [
    "mailto:", "data:", "javascript:", "vbscript:", "tel:", "sms:", "facetime:", "blob:", "file:", "view-source:",
    "intent:", "geo:", "magnet:", "callto:", "skype:", "http:", "https:",
  ]
}
