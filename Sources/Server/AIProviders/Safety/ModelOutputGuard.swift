/// Stands between what a model wrote and everybody else. The model is taken to be an attacker's.
///
/// - Invisible characters go; line breaks become `\n`; the text is cut at `maximumLength`
///   characters.
/// - HTML tags and comments go, references to characters are resolved.
/// - Citations that name no source go; a claim without any is dropped.
/// - A link stays only where its address stands, whole and letter for letter, in a cited source.
///   Every other becomes `(link removed)` after its bare label, every image `(image removed)`: the
///   words stay, nothing can be followed or loaded.
///
/// Guarding twice changes nothing more. The result is plain text; whoever shows it escapes it as
/// user text.
package struct ModelOutputGuard: Sendable {
  /// Text that may be shown.
  package struct Guarded: Hashable, Sendable {
    package var text: String
    /// Numbers of sources, each once, in the order given; never a number that is no source.
    package var citations: [Int]
    package var removedLinks: Int
  }

  /// The material the model was shown: its text by the number that citations use.
  package let sources: [Int: String]
  /// In characters.
  package let maximumLength: Int

  package init(sources: [Int: String], maximumLength: Int = 4_000) {
    self.sources = sources
    self.maximumLength = maximumLength
  }

  /// A claim; `nil` when none of its citations is a source, or no text is left.
  package func claim(_ text: String, citations: [Int]) -> Guarded? {
    let kept = allowed(citations)
    guard !kept.isEmpty else { return nil }
    let guarded = cleaned(text, citing: kept)
    return guarded.text.isEmpty ? nil : guarded
  }

  /// Claims in order, those without support left out.
  package func claims(_ statements: [CitedText]) -> [Guarded] {
    statements.compactMap { claim($0.text, citations: $0.citations) }
  }

  /// A short text that is no claim of its own, such as a topic or a tag: no link survives in it.
  package func label(_ text: String, atMost length: Int = 120) -> String {
    let oneLine = cleaned(text, citing: []).text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return Self.cut(oneLine, at: length)
  }

  /// Running text with citation marks like `[3]`: marks that name no source go, links stay by the
  /// cited sources.
  package func prose(_ text: String) -> Guarded {
    prose(text, alreadyCited: [])
  }

  /// Running text after other text that cited `earlier`.
  func prose(_ text: String, alreadyCited earlier: [Int]) -> Guarded {
    var current = text
    var removed = 0
    for _ in 0..<8 {
      let marks = CitationMarks.numbers(in: current)
      let kept = allowed(marks)
      let marked = CitationMarks.removing(Set(marks).subtracting(kept), from: current)
      var guarded = cleaned(marked, citing: kept + earlier)
      guarded.citations = kept
      removed += guarded.removedLinks
      guarded.removedLinks = removed
      // Taking something out may have put another mark together.
      if Set(CitationMarks.numbers(in: guarded.text)).isSubset(of: kept) { return guarded }
      current = guarded.text
    }
    return Guarded(text: Self.defused(current), citations: [], removedLinks: removed)
  }

  private func allowed(_ citations: [Int]) -> [Int] {
    var seen: Set<Int> = []
    return citations.filter { sources[$0] != nil && seen.insert($0).inserted }
  }

  // MARK: Cleaning

  /// Removing one thing may put another together, so all steps repeat until nothing changes; text
  /// that still changes then loses the characters that links are made of.
  private func cleaned(_ text: String, citing citations: [Int]) -> Guarded {
    let addresses = citations.reduce(into: Set<String>()) { set, number in
      if let source = sources[number] { set.formUnion(LinkScanner.addresses(in: source)) }
    }
    // Far more than is kept need not be read.
    var current = String(text.unicodeScalars.prefix(maximumLength * 8))
    var removed = 0
    var rounds = 0
    while true {
      let (next, count) = Self.pass(current, addresses)
      removed += count
      if next == current { break }
      rounds += 1
      current = rounds < 8 ? next : Self.defused(next)
    }
    let trimmed = Self.trimmed(current)
    return Guarded(text: Self.cut(trimmed, at: maximumLength), citations: citations, removedLinks: removed)
  }

  private static func pass(_ text: String, _ addresses: Set<String>) -> (String, Int) {
    var scalars = Array(InvisibleText.stripped(text).unicodeScalars)
    scalars = MarkupStripper.withoutReferences(scalars)
    scalars = MarkupStripper.withoutTags(scalars)
    var links = MarkdownLinks(allowed: addresses)
    scalars = links.replaced(scalars)
    let (result, removed) = removingLinks(scalars, addresses)
    return (LinkScanner.string(result), links.removedLinks + removed)
  }

  private static func removingLinks(
    _ text: [Unicode.Scalar], _ addresses: Set<String>
  ) -> ([Unicode.Scalar], Int) {
    var result: [Unicode.Scalar] = []
    var position = 0
    var removed = 0
    for link in LinkScanner.links(in: text) {
      let isKnown =
        link.trailing <= LinkScanner.maximumTrailing && addresses.contains(LinkScanner.string(text[link.range]))
      guard !isKnown else { continue }
      result += text[position..<link.range.lowerBound]
      result += Array("(link removed)".unicodeScalars)
      position = link.range.upperBound
      removed += 1
    }
    return (result + text[position...], removed)
  }

  private static func defused(_ text: String) -> String {
    LinkScanner.string(text.unicodeScalars.filter { !"<>[]&:/\\@".unicodeScalars.contains($0) })
  }

  private static func trimmed(_ text: String) -> String {
    let characters = text.drop(while: \.isWhitespace)
    let end = characters.lastIndex { !$0.isWhitespace }
    return end.map { String(characters[...$0]) } ?? ""
  }

  /// At most `length` characters, cut between words where one is near.
  static func cut(_ text: String, at length: Int) -> String {
    guard text.count > length, length > 1 else { return String(text.prefix(max(0, length))) }
    let head = text.prefix(length - 1)
    let space = head.lastIndex(where: \.isWhitespace)
    let word = head[(space ?? head.startIndex)...]
    // A long word may be cut, but never an address: a part of one is another address.
    let keepsWord = (space == nil || word.count > 40) && LinkScanner.addresses(in: String(word)).isEmpty
    return trimmed(String(head[..<(keepsWord ? head.endIndex : space ?? head.startIndex)])) + "…"
  }
}
