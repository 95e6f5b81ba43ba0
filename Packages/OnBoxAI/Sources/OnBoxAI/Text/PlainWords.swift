/// The words of a text without the signs between them.
enum PlainWords {
  /// In lower case and in order. An apostrophe belongs to its word; a typographic one is made
  /// straight.
  static func of(_ text: String) -> [String] {
    let straight = text.utf8.contains(0xE2) ? text.replacing("’", with: "'") : text
    return ofASCII(straight) ?? ofAny(straight)
  }

  /// The rule itself.
  static func ofAny(_ straight: String) -> [String] {
    straight.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
  }

  /// The same without Unicode's tables, which were a quarter of the work on a message. Returns
  /// `nil` for a text with more than ASCII.
  static func ofASCII(_ straight: String) -> [String]? {
    straight.utf8.withContiguousStorageIfAvailable { bytes -> [String]? in
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
      return bytes.split { !Tokenizer.isLetter($0) && !Tokenizer.isDigit($0) && $0 != UInt8(ascii: "'") }
        .map(lowercased)
    } ?? nil
  }

  private static func lowercased(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    String(unsafeUninitializedCapacity: word.count) { place in
      for (index, byte) in word.enumerated() { place[index] = Tokenizer.isLetter(byte) ? byte | 0x20 : byte }
      return word.count
    }
  }
}
