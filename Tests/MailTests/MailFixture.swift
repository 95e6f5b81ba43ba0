import Domain
import MailSMTP
import ServerCore
import TestSupport

extension Mail {
  static let link = "https://chat.example.org/join/Zm9yLXRlc3Rz_canary_token"

  /// A letter as the server writes them.
  static func example(
    id: MailID = TestUser.newID(), to recipient: String = "mira@example.com", subject: String = "You are invited",
    text: String = "Hello,\n\nopen this link:\n\(link)\n",
    at time: Timestamp = Timestamp(milliseconds: 1_782_896_700_000)
  ) -> Mail {
    Mail(id: id, to: recipient, subject: subject, text: text, createdAt: time)
  }
}

extension MailReply {
  /// What the operator reads.
  var text: String {
    switch self {
    case .accepted: "accepted"
    case .rejected(let text), .failed(let text): text
    }
  }

  var isRejected: Bool {
    if case .rejected = self { true } else { false }
  }

  var isFailed: Bool {
    if case .failed = self { true } else { false }
  }
}

extension SMTPPatience {
  /// For servers that say nothing.
  static var short: SMTPPatience {
    var patience = SMTPPatience()
    patience.whole = .milliseconds(300)
    return patience
  }
}
