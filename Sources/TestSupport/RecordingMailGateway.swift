import Domain
import ServerCore
import Synchronization

/// A mail server that answers as a test says, and keeps what it was given.
package final class RecordingMailGateway: MailGateway {
  private let sent = Mutex<[Mail]>([])
  private let answer = Mutex(MailReply.accepted)

  package init() {}

  package let isConfigured = true

  package func send(_ mail: Mail) async -> MailReply {
    sent.withLock { $0.append(mail) }
    return answer.withLock { $0 }
  }

  /// All that came to this address.
  package func mails(to address: String) -> [Mail] { sent.withLock { $0.filter { $0.to == address } } }

  /// From now on.
  package func reply(_ reply: MailReply) { answer.withLock { $0 = reply } }

  /// The token of the newest link to this page, such as `join`, in a letter to this address; `nil`
  /// when none has come.
  package func token(_ page: String, to address: String) -> String? {
    for mail in mails(to: address).reversed() {
      if let range = mail.text.range(of: "https://chat.example.org/#/\(page)/") {
        return String(mail.text[range.upperBound...].prefix { !$0.isWhitespace })
      }
    }
    return nil
  }
}
