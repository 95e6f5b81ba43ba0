/// `ModelOutputGuard.prose` for text that is still being written: lets out what can no longer
/// become part of a link, a tag or a mark, and holds back the rest. A line that holds a link waits
/// for its end, because its citation often stands there.
///
/// Feed every delta to `append`, then call `finish` once. What comes out, put together, holds no
/// foreign link.
package struct StreamingGuard: Sendable {
  private let outputGuard: ModelOutputGuard
  private var pending = ""
  private var shown = 0
  /// Numbers of sources that were cited so far, each once.
  package private(set) var citations: [Int] = []
  package private(set) var removedLinks = 0

  /// In characters; an open bracket or a line with a link holds no more than that back.
  private static let maximumHeld = 2_000

  /// The guard's `maximumLength` bounds the whole text.
  package init(_ outputGuard: ModelOutputGuard) {
    self.outputGuard = outputGuard
  }

  /// More text from the model; what may be shown now, often nothing.
  package mutating func append(_ delta: String) -> String {
    pending += delta
    guard let end = boundary() else { return forced() }
    let ready = String(pending[..<end])
    pending = String(pending[end...])
    return release(ready)
  }

  /// What was held back.
  package mutating func finish() -> String {
    let rest = pending
    pending = ""
    return release(rest)
  }

  /// Lets out text that was held too long, without the brackets that held it.
  private mutating func forced() -> String {
    guard pending.count > Self.maximumHeld, let space = pending.lastIndex(where: \.isWhitespace) else { return "" }
    let end = pending.index(after: space)
    let ready = String(pending[..<end].filter { $0 != "[" && $0 != "<" })
    pending = String(pending[end...])
    return release(ready)
  }

  private mutating func release(_ text: String) -> String {
    let room = outputGuard.maximumLength - shown
    guard room > 0, !text.isEmpty else { return "" }
    let guarded = outputGuard.prose(text, alreadyCited: citations)
    removedLinks += guarded.removedLinks
    citations += guarded.citations.filter { !citations.contains($0) }
    let isBlank = guarded.text.isEmpty
    let before = InvisibleText.stripped(String(text.prefix(while: \.isWhitespace)))
    let after = text.lastIndex { !$0.isWhitespace }.map { text[text.index(after: $0)...] } ?? ""
    let whole = before + guarded.text + (isBlank ? "" : InvisibleText.stripped(String(after)))
    shown += whole.count
    return whole.count <= room ? whole : ModelOutputGuard.cut(whole, at: room)
  }

  /// Past the last white space at which nothing is open.
  private func boundary() -> String.Index? {
    var square = 0
    var round = 0
    var isTag = false
    var last: String.Index?
    var lastLine: String.Index?
    var previous: Character = " "
    for index in pending.indices {
      let character = pending[index]
      if previous == "<" { isTag = character.isLetter || "/!?".contains(character) }
      switch character {
      case "[": square += 1
      case "]": square = max(0, square - 1)
      case "(" where previous == "]" || round > 0: round += 1
      case ")": round = max(0, round - 1)
      case ">": isTag = false
      default:
        if character.isWhitespace, square == 0, round == 0, !isTag {
          last = pending.index(after: index)
          if character.isNewline { lastLine = last }
        }
      }
      previous = character
    }
    guard let last else { return nil }
    let hasLink = !LinkScanner.addresses(in: String(pending[(lastLine ?? pending.startIndex)...])).isEmpty
    return hasLink ? lastLine : last
  }
}
