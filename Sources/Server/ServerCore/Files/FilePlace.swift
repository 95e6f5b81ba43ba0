import Domain

/// Where a file stands in its conversation: the message's seq, and its number in the message.
package struct FilePlace: Comparable, Sendable {
  package let seq: Int64
  package let number: Int64

  package init(seq: Int64, number: Int64) {
    self.seq = seq
    self.number = number
  }

  /// Where a list of files goes on; behind all of them for `nil`. Throws `invalid` for what no list
  /// answered.
  package init(_ text: String?) throws(Refusal) {
    guard let text else {
      self.init(seq: Message.maximumSeq, number: 0)
      return
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let seq = Int64(parts[0]), let number = Int64(parts[1]),
      (0...Message.maximumSeq).contains(seq), number >= 0
    else { throw Refusal(.invalid, "That is not a place in a list of files.") }
    self.init(seq: seq, number: number)
  }

  package var text: String { "\(seq).\(number)" }

  package static func < (one: FilePlace, other: FilePlace) -> Bool {
    (one.seq, one.number) < (other.seq, other.number)
  }

  /// One more than `limit` where there is more, as a page with the place of the next.
  package static func page(
    _ found: [(place: FilePlace, file: SharedFile)], limit: Int
  ) -> (files: [SharedFile], next: String?) {
    (found.prefix(limit).map(\.file), found.count > limit ? found[limit - 1].place.text : nil)
  }
}

extension Message {
  /// Seqs have 32 bits.
  fileprivate static let maximumSeq: Int64 = 0xFFFF_FFFF
}
