import Domain
import Foundation
import WireProtocol

/// What one socket holds of its conversation, as a client would by the law of the protocol. With
/// several servers, one server's delta may come before another's that it follows.
struct FeedFollower {
  let conversation: ConversationID
  private(set) var rev: Int64
  private var isPulling = false

  init(_ conversation: ConversationID, rev: Int64) {
    self.conversation = conversation
    self.rev = rev
  }

  /// Whether the rows of the frame count: they begin where the client is. Otherwise they are known,
  /// or something before them is missing; then `pull` is what to send, unless that has been asked.
  mutating func take(_ payload: UnsafeRawBufferPointer) -> (counts: Bool, pull: [UInt8]?) {
    guard let range = payload.deltaRange else { return (true, nil) }
    guard range.from <= rev else {
      guard !isPulling else { return (false, nil) }
      isPulling = true
      let pull = ClientFrame.pull(feed: .conversation(conversation), fromRev: rev)
      return (false, LoadFrame.masked(pull.encode()))
    }
    // An answer to a pull begins where that did; what is known may be one, too.
    isPulling = false
    guard range.to > rev else { return (false, nil) }
    rev = range.to
    return (true, nil)
  }
}

/// Which numbers a socket has had. Numbers are small and mostly rise.
struct NumberSet {
  private var words: [UInt64] = []

  /// Whether it was not there before.
  mutating func insert(_ number: Int) -> Bool {
    let (word, bit) = (number >> 6, UInt64(1) << UInt64(number & 63))
    while words.count <= word { words.append(0) }
    guard words[word] & bit == 0 else { return false }
    words[word] |= bit
    return true
  }
}

extension UnsafeRawBufferPointer {
  /// `fromRev` and `toRev` of a delta or an ack of a conversation; nil for one without, and for
  /// other feeds.
  var deltaRange: (from: Int64, to: Int64)? {
    let head = UnsafeRawBufferPointer(rebasing: self[..<Swift.min(count, 160)])
    guard let feed = head.index(after: Self.feedKey), head[feed] != UInt8(ascii: "m"),
      let from = head.index(after: Self.fromKey),
      let to = head.index(after: Self.toKey)
    else { return nil }
    return (head.number(at: from), head.number(at: to))
  }

  /// Calls `body` with what a `MessageTemplate` put at the end of the id of each message of the
  /// frame. `key` is `messageKey` of the template's prefix.
  func forEachMessageRef(_ key: [UInt8], _ body: (Int64) -> Void) {
    var rest = self
    while let start = rest.index(after: key), start + 18 <= rest.count {
      var ref: Int64 = 0
      // After the prefix: a hyphen, four digits, a hyphen, and the twelve digits of the ref.
      for byte in rest[(start + 6)..<(start + 18)] { ref = ref << 4 | Int64(byte >= 97 ? byte &- 87 : byte &- 48) }
      body(ref)
      rest = UnsafeRawBufferPointer(rebasing: rest[start...])
    }
  }

  /// How a message begins whose id has this first half.
  static func messageKey(prefix: UInt64) -> [UInt8] {
    Array(#"{"id":"\#(MessageID(high: prefix, low: 0).description.prefix(18))"#.utf8)
  }

  private static let feedKey = Array(#""feed":""#.utf8)
  private static let fromKey = Array(#""fromRev":"#.utf8)
  private static let toKey = Array(#""toRev":"#.utf8)

  private func index(after key: [UInt8]) -> Int? {
    guard let base = baseAddress else { return nil }
    var start = 0
    while start + key.count <= count, let found = memchr(base + start, Int32(key[0]), count - start) {
      let place = UnsafeRawPointer(found) - base
      guard place + key.count <= count else { return nil }
      if memcmp(found, key, key.count) == 0 { return place + key.count }
      start = place + 1
    }
    return nil
  }

  private func number(at start: Int) -> Int64 {
    var value: Int64 = 0
    for byte in self[start...] {
      guard byte &- 48 < 10 else { break }
      value = value * 10 + Int64(byte &- 48)
    }
    return value
  }
}
