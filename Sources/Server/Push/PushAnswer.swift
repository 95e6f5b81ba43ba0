import Domain
import Foundation
import NIOHTTP1

/// What a push service has answered.
struct PushAnswer: Sendable {
  let status: Int
  let isHTTP2: Bool
  let headers: HTTPHeaders
  let body: [UInt8]

  /// The answer is about the moment, not about the push.
  var isTemporary: Bool { status == 408 || status == 429 || status >= 500 }

  /// Seconds to wait, which the service gives as a number or as a date. At most a day, whatever it
  /// says.
  func retryAfter(_ now: Timestamp) -> Int64? {
    guard let text = headers.first(name: "retry-after")?.trimmingCharacters(in: .whitespaces) else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      return min(Int64(text) ?? Self.longestWait, Self.longestWait)
    }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    guard let date = format.date(from: text) else { return nil }
    // Rounded up: not before that moment.
    return min(max((Timestamp(date).milliseconds - now.milliseconds + 999) / 1_000, 0), Self.longestWait)
  }

  func decoded<Value: Decodable>(_ type: Value.Type) -> Value? {
    try? JSONDecoder().decode(type, from: Data(body))
  }

  private static let longestWait: Int64 = 86_400

  /// A service's word for an error, such as `BadDeviceToken`. `nil` for any other text, which must
  /// not come into the log.
  static func word(_ text: String?) -> String? {
    guard let text, (1...60).contains(text.utf8.count),
      text.utf8.allSatisfy({ PushText.isLetterOrDigit($0) || $0 == UInt8(ascii: "_") })
    else { return nil }
    return text
  }
}

/// Checks the forms of texts that come from outside.
enum PushText {
  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// Whether `text` has letters, digits and the bytes of `others` only, `length` of them.
  static func isPlain(_ text: String, _ length: ClosedRange<Int>, others: String = "") -> Bool {
    length.contains(text.utf8.count) && text.utf8.allSatisfy { isLetterOrDigit($0) || others.utf8.contains($0) }
  }
}
