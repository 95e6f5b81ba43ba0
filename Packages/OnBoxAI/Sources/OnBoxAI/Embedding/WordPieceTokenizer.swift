import Foundation

/// Cuts text into word pieces as BERT's uncased models learned it: cleaned, lower case, without
/// accents, punctuation and Chinese characters apart, and each word as the longest pieces that the
/// vocabulary has.
struct WordPieceTokenizer: Sendable {
  private let vocabulary: WordPieceVocabulary
  private let unknown: Int32
  private let first: Int32
  private let last: Int32
  /// Words of more characters than this are unknown.
  private static let longestWord = 100

  static let marks = ["[UNK]", "[CLS]", "[SEP]"]

  /// `nil` when the vocabulary lacks the `marks`.
  init?(_ vocabulary: WordPieceVocabulary) {
    guard let unknown = vocabulary.id(of: "[UNK]"), let first = vocabulary.id(of: "[CLS]"),
      let last = vocabulary.id(of: "[SEP]")
    else { return nil }
    self.vocabulary = vocabulary
    self.unknown = unknown
    self.first = first
    self.last = last
  }

  /// The ids of `text` between the marks of beginning and end: at least 2, at most `limit`.
  func pieces(of text: String, limit: Int) -> [Int32] {
    var pieces = [first]
    var word = WordBuffer()
    UncasedText.read(text) { sign in
      switch sign {
      case .space:
        append(&word, to: &pieces)
      case .letter(let scalar):
        word.append(scalar)
      case .alone(let scalar):
        append(&word, to: &pieces)
        word.append(scalar)
        append(&word, to: &pieces)
      }
      return pieces.count < limit
    }
    append(&word, to: &pieces)
    if pieces.count > limit - 1 { pieces.removeLast(pieces.count - (limit - 1)) }
    pieces.append(last)
    return pieces
  }

  private func append(_ word: inout WordBuffer, to pieces: inout [Int32]) {
    defer { word.removeAll() }
    if word.bytes.isEmpty { return }
    let before = pieces.count
    var start = 0
    while word.length <= Self.longestWord, start < word.bytes.count {
      guard let match = longestMatch(in: word.bytes, from: start) else { break }
      pieces.append(match.id)
      start = match.end
    }
    if start < word.bytes.count {
      pieces.removeLast(pieces.count - before)
      pieces.append(unknown)
    }
  }

  private func longestMatch(in word: [UInt8], from start: Int) -> (id: Int32, end: Int)? {
    var hash = WordPieceHash(isContinuation: start > 0)
    var hashes: [WordPieceHash] = []
    hashes.reserveCapacity(vocabulary.longest)
    for byte in word[start..<min(word.count, start + vocabulary.longest)] {
      hash.add(byte)
      hashes.append(hash)
    }
    for length in stride(from: hashes.count, to: 0, by: -1) {
      let end = start + length
      if let id = vocabulary.id(of: word[start..<end], hash: hashes[length - 1]) { return (id, end) }
    }
    return nil
  }
}

/// The bytes of a word as it grows.
private struct WordBuffer {
  private(set) var bytes: [UInt8] = []
  /// In characters (scalars).
  private(set) var length = 0

  mutating func append(_ scalar: Unicode.Scalar) {
    length += 1
    if let encoded = UTF8.encode(scalar) { bytes.append(contentsOf: encoded) }
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    length = 0
  }
}
