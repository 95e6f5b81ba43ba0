import Domain
import Foundation

/// Leads to a conversation, and to one of its messages: from a citation, a search result, a
/// notification or a URL.
///
/// As a URL: `messageai://conversation/<id>` or `messageai://conversation/<id>/message/<id>`.
struct MessageLink: Hashable, Sendable {
  static let scheme = "messageai"

  let conversation: ConversationID
  let message: MessageID?

  init(conversation: ConversationID, message: MessageID? = nil) {
    self.conversation = conversation
    self.message = message
  }

  init(_ citation: Citation) {
    self.init(conversation: citation.conversation, message: citation.message)
  }

  /// `nil` for a URL that leads elsewhere.
  init?(url: URL) {
    guard url.scheme == Self.scheme, url.host() == "conversation" else { return nil }
    let parts = url.pathComponents.filter { $0 != "/" }
    guard let first = parts.first, let conversation = ConversationID(first) else { return nil }
    switch parts.count {
    case 1: self.init(conversation: conversation)
    case 3 where parts[1] == "message":
      guard let message = MessageID(parts[2]) else { return nil }
      self.init(conversation: conversation, message: message)
    default: return nil
    }
  }

  var url: URL? {
    let address = "\(Self.scheme)://conversation/\(conversation)"
    return URL(string: message.map { "\(address)/message/\($0)" } ?? address)
  }
}
