/// A set of words or pairs of words that tokens can be looked up in without making strings.
package struct TokenSet: Sendable {
  private let hashes: Set<UInt64>

  package init(_ words: some Sequence<String>) {
    hashes = Set(words.map { Self.hash($0.utf8) })
  }

  package func contains(_ hash: UInt64) -> Bool { hashes.contains(hash) }

  func isDisjoint(with others: Set<UInt64>) -> Bool { hashes.isDisjoint(with: others) }

  /// FNV-1a of 64 bits.
  package static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return value
  }

  /// One value for two tokens in a row.
  static func pair(_ first: UInt64, _ second: UInt64) -> UInt64 { (first &* 31) ^ second }
}
