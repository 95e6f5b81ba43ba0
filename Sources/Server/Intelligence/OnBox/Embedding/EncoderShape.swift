/// The sizes of a sentence encoder.
struct EncoderShape: Hashable, Sendable {
  let words: Int
  let positions: Int
  let width: Int
  let inner: Int
  let heads: Int
  let layers: Int

  /// all-MiniLM-L6-v2. Only the positions that a text can have are kept.
  static let miniLM = EncoderShape(words: 30522, positions: 256, width: 384, inner: 1536, heads: 12, layers: 6)
}
