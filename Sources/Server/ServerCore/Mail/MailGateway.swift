import Domain

/// Hands mail to the server that carries it.
package protocol MailGateway: Sendable {
  /// Whether there is such a server: without one nothing is written, and links are copied by hand.
  var isConfigured: Bool { get }
  /// Tries once. Takes no longer than its own time limits.
  func send(_ mail: Mail) async -> MailReply
}

package typealias MailID = Identifier<Mail>

/// A letter in plain text.
package struct Mail: Hashable, Sendable {
  /// The same each time that it is sent: receivers know a repeat by it.
  package let id: MailID
  /// One address, as `AccountRules` takes it.
  package let to: String
  package let subject: String
  package let text: String
  package let createdAt: Timestamp

  package init(id: MailID, to: String, subject: String, text: String, createdAt: Timestamp) {
    self.id = id
    self.to = to
    self.subject = subject
    self.text = text
    self.createdAt = createdAt
  }
}

/// What became of a letter. The texts are for the operator: no address, nothing of the letter.
package enum MailReply: Hashable, Sendable {
  /// The server has taken it.
  case accepted
  /// To send it again would not help.
  case rejected(String)
  /// To send it again may help.
  case failed(String)
}

/// A server that sends no mail.
package struct NoMailGateway: MailGateway {
  package init() {}

  package var isConfigured: Bool { false }
  package func send(_ mail: Mail) async -> MailReply { .rejected("The server sends no mail.") }
}
