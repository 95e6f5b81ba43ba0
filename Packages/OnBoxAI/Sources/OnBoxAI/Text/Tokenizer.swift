/// Cuts a message into tokens and looks each word up once.
struct Tokenizer: Sendable {
  private let words = TimeWords.english

  func tokens(of text: String) -> [Token] {
    tokens(of: Array(text.utf8))
  }

  func tokens(of bytes: [UInt8]) -> [Token] {
    var tokens: [Token] = []
    tokens.reserveCapacity(bytes.count / 4 + 4)
    var index = 0
    var isInCode = false
    while index < bytes.count {
      if Self.isSpace(bytes[index]) {
        index += 1
        continue
      }
      let start = index
      while index < bytes.count, !Self.isSpace(bytes[index]) { index += 1 }
      let opensCode = bytes[start] == UInt8(ascii: "`")
      let closesCode = bytes[start..<index].dropFirst(opensCode ? 1 : 0).contains(UInt8(ascii: "`"))
      if isInCode || opensCode {
        tokens.append(opaque(start..<index, in: bytes))
        isInCode = !closesCode
      } else {
        appendChunk(start..<index, of: bytes, to: &tokens)
      }
    }
    return tokens
  }

  /// One run of text between white space.
  private func appendChunk(_ chunk: Range<Int>, of bytes: [UInt8], to tokens: inout [Token]) {
    let core = Self.core(of: chunk, in: bytes)
    if Self.isOpaque(core, in: bytes) {
      appendPieces(chunk.lowerBound..<core.lowerBound, chunkStart: chunk.lowerBound, of: bytes, to: &tokens)
      tokens.append(opaque(core, in: bytes))
      appendPieces(core.upperBound..<chunk.upperBound, chunkStart: chunk.lowerBound, of: bytes, to: &tokens)
    } else {
      appendPieces(chunk, chunkStart: chunk.lowerBound, of: bytes, to: &tokens)
    }
  }

  private func appendPieces(_ range: Range<Int>, chunkStart: Int, of bytes: [UInt8], to tokens: inout [Token]) {
    var index = range.lowerBound
    while index < range.upperBound {
      let start = index
      let byte = bytes[index]
      if Self.isDigit(byte) {
        while index < range.upperBound, Self.isDigit(bytes[index]) { index += 1 }
        tokens.append(number(start..<index, isSpaced: start == chunkStart, in: bytes))
      } else if Self.isLetter(byte), Self.apostrophe(at: index, in: bytes) == nil {
        index = Self.endOfWord(from: index, to: range.upperBound, in: bytes)
        tokens.append(word(start..<index, isSpaced: start == chunkStart, in: bytes))
      } else {
        index += Self.scalarLength(byte)
        index = min(index, range.upperBound)
        tokens.append(sign(start..<index, isSpaced: start == chunkStart, in: bytes))
      }
    }
  }

  // MARK: Making tokens

  private func word(_ range: Range<Int>, isSpaced: Bool, in bytes: [UInt8]) -> Token {
    let text = Self.lowercased(range, in: bytes)
    return Token(
      kind: .word, text: text, range: range, isSpaced: isSpaced,
      isCapitalized: Self.isCapital(at: range.lowerBound, in: bytes),
      isAllCapitals: bytes[range].allSatisfy { (65...90).contains($0) }, value: -1,
      meaning: words[text])
  }

  private func number(_ range: Range<Int>, isSpaced: Bool, in bytes: [UInt8]) -> Token {
    var value = -1
    if range.count <= 9 {
      value = bytes[range].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
    return Token(
      kind: .number, text: String(decoding: bytes[range], as: UTF8.self), range: range, isSpaced: isSpaced,
      isCapitalized: false, isAllCapitals: false, value: value, meaning: .none)
  }

  private func sign(_ range: Range<Int>, isSpaced: Bool, in bytes: [UInt8]) -> Token {
    let text = String(decoding: bytes[range], as: UTF8.self)
    return Token(
      kind: .sign, text: words.signs[text] ?? text, range: range, isSpaced: isSpaced, isCapitalized: false,
      isAllCapitals: false, value: -1, meaning: .none)
  }

  private func opaque(_ range: Range<Int>, in bytes: [UInt8]) -> Token {
    Token(
      kind: .opaque, text: String(decoding: bytes[range], as: UTF8.self), range: range, isSpaced: true,
      isCapitalized: false, isAllCapitals: false, value: -1, meaning: .none)
  }
}

// MARK: Bytes

extension Tokenizer {
  static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
  static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  /// ASCII letters, and every scalar beyond ASCII that is not a common sign.
  static func isLetter(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte) || (0xC3...0xDF).contains(byte)
  }

  static func scalarLength(_ byte: UInt8) -> Int {
    if byte < 0x80 { return 1 }
    if byte < 0xE0 { return 2 }
    return byte < 0xF0 ? 3 : 4
  }

  /// The length of an apostrophe (straight or typographic) at `index`.
  static func apostrophe(at index: Int, in bytes: [UInt8]) -> Int? {
    if bytes[index] == UInt8(ascii: "'") { return 1 }
    let isTypographic =
      index + 2 < bytes.count && bytes[index] == 0xE2 && bytes[index + 1] == 0x80
      && (bytes[index + 2] == 0x99 || bytes[index + 2] == 0x98)
    return isTypographic ? 3 : nil
  }

  static func endOfWord(from start: Int, to end: Int, in bytes: [UInt8]) -> Int {
    var index = start
    while index < end {
      if isLetter(bytes[index]) {
        index = min(end, index + scalarLength(bytes[index]))
      } else if let length = apostrophe(at: index, in: bytes), index + length < end, isLetter(bytes[index + length]) {
        index += length
      } else {
        break
      }
    }
    return max(index, min(start + 1, end))
  }

  static func lowercased(_ range: Range<Int>, in bytes: [UInt8]) -> String {
    var isPlain = true
    for byte in bytes[range] where byte >= 0x80 || (65...90).contains(byte) { isPlain = false }
    if isPlain { return String(decoding: bytes[range], as: UTF8.self) }
    let text = String(decoding: bytes[range], as: UTF8.self).lowercased()
    return text.utf8.contains(0xE2)
      ? String(text.map { $0 == "\u{2019}" || $0 == "\u{2018}" ? "'" : $0 }) : text
  }

  static func isCapital(at index: Int, in bytes: [UInt8]) -> Bool {
    if bytes[index] < 0x80 { return (65...90).contains(bytes[index]) }
    let end = min(bytes.count, index + scalarLength(bytes[index]))
    return String(decoding: bytes[index..<end], as: UTF8.self).first?.isUppercase ?? false
  }

  /// The chunk without the punctuation around it.
  static func core(of chunk: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    func isAround(_ byte: UInt8) -> Bool {
      byte < 0x80 && !isDigit(byte) && !isLetter(byte) && byte != 47 && byte != 43
    }
    var start = chunk.lowerBound
    var end = chunk.upperBound
    while start < end, isAround(bytes[start]), bytes[start] != 35, bytes[start] != 64 { start += 1 }
    while end > start, isAround(bytes[end - 1]), bytes[end - 1] != 37 { end -= 1 }
    return start..<end
  }

  /// Addresses, paths, versions, identifiers, hashes: nothing in them is a word or a time.
  static func isOpaque(_ core: Range<Int>, in bytes: [UInt8]) -> Bool {
    var shape = ChunkShape()
    var index = core.lowerBound
    while index < core.upperBound {
      shape.read(bytes[index], at: index - core.lowerBound)
      index += 1
    }
    return shape.isOpaque
  }
}
