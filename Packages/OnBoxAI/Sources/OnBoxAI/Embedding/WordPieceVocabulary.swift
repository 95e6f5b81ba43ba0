/// The word pieces that a model knows, found by their bytes.
///
/// A hash table over the file's own bytes: a dictionary of strings would cost six times the memory.
struct WordPieceVocabulary: Sendable {
  private let bytes: [UInt8]
  private let starts: [Int32]
  private let ends: [Int32]
  private let slots: [Int32]
  private let mask: Int
  /// The longest piece in bytes, without its `##`.
  let longest: Int

  /// `file` has one piece a line; its line number is its id.
  init(file: [UInt8]) {
    var starts: [Int32] = []
    var ends: [Int32] = []
    var start = 0
    var longest = 0
    for (index, byte) in file.enumerated() where byte == UInt8(ascii: "\n") {
      let end = index > start && file[index - 1] == UInt8(ascii: "\r") ? index - 1 : index
      starts.append(Int32(start))
      ends.append(Int32(end))
      longest = max(longest, end - start)
      start = index + 1
    }
    if start < file.count {
      starts.append(Int32(start))
      ends.append(Int32(file.count))
      longest = max(longest, file.count - start)
    }
    var capacity = 64
    while capacity < starts.count * 2 { capacity *= 2 }
    var slots = [Int32](repeating: -1, count: capacity)
    for id in starts.indices {
      var hash = WordPieceHash(isContinuation: false)
      var offset = Int(starts[id])
      let end = Int(ends[id])
      if end - offset > 2, file[offset] == UInt8(ascii: "#"), file[offset + 1] == UInt8(ascii: "#") {
        hash = WordPieceHash(isContinuation: true)
        offset += 2
      }
      while offset < end {
        hash.add(file[offset])
        offset += 1
      }
      var slot = hash.value & (capacity - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (capacity - 1) }
      slots[slot] = Int32(id)
    }
    bytes = file
    self.starts = starts
    self.ends = ends
    self.slots = slots
    mask = capacity - 1
    self.longest = longest
  }

  var count: Int { starts.count }

  /// The id of the piece with the bytes `word`, which hash to `hash`; continuations are looked up
  /// without their `##`.
  func id(of word: ArraySlice<UInt8>, hash: WordPieceHash) -> Int32? {
    var slot = hash.value & mask
    while slots[slot] >= 0 {
      let id = Int(slots[slot])
      let start = Int(starts[id]) + (hash.isContinuation ? 2 : 0)
      if Int(ends[id]) - start == word.count, matches(word, at: start, isContinuation: hash.isContinuation) {
        return Int32(id)
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// The id of a whole word such as `[CLS]`.
  func id(of word: String) -> Int32? {
    var hash = WordPieceHash(isContinuation: false)
    let bytes = Array(word.utf8)
    for byte in bytes { hash.add(byte) }
    return id(of: bytes[...], hash: hash)
  }

  private func matches(_ word: ArraySlice<UInt8>, at start: Int, isContinuation: Bool) -> Bool {
    if isContinuation, bytes[start - 1] != UInt8(ascii: "#") || bytes[start - 2] != UInt8(ascii: "#") { return false }
    var offset = start
    for byte in word {
      if bytes[offset] != byte { return false }
      offset += 1
    }
    return true
  }
}

/// A running hash of a piece's bytes (FNV-1a).
struct WordPieceHash {
  let isContinuation: Bool
  private var state: UInt64

  init(isContinuation: Bool) {
    self.isContinuation = isContinuation
    state = isContinuation ? 0x9e37_79b9_7f4a_7c15 : 0xcbf2_9ce4_8422_2325
  }

  mutating func add(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  var value: Int { Int(truncatingIfNeeded: state ^ (state >> 29)) }
}
