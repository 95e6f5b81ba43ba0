import Crypto
import Domain
import ServerCore

/// The names by which services tell a repeated push from a new one. They are hashes: a push's id is
/// the ticket that a browser fetches the message with, which no service may learn.
struct PushNames {
  private let id: PushAttemptID

  init(_ push: Push) { id = push.id }

  /// `Topic` of Web Push: 32 characters, the most that RFC 8030 allows.
  var webTopic: String { text("web-topic") }
  /// `apns-collapse-id`.
  var apnsCollapseID: String { text("apns-collapse-id") }

  /// `apns-id`: a UUID of version 8, which is the one for hashes.
  var apnsID: String {
    let bytes = digest("apns-id")
    let high = bytes[..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let low = bytes[8..<16].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return PushAttemptID(high: high & ~0xF000 | 0x8000, low: low & (.max >> 2) | 1 << 63).description
  }

  private func text(_ purpose: String) -> String { Base64URL.encode(digest(purpose).prefix(24)) }

  private func digest(_ purpose: String) -> [UInt8] {
    Array(SHA256.hash(data: Array(purpose.utf8) + id.bytes))
  }
}

extension Push {
  /// Whole seconds for which a service shall keep the push. At most four weeks, which is Google's
  /// limit.
  func secondsToLive(_ now: Timestamp) -> Int64 {
    min(max((expiresAt.milliseconds - now.milliseconds) / 1_000, 0), 2_419_200)
  }
}

/// A key of JSON.
struct PushKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringLiteral name: String) { self.init(name) }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}
