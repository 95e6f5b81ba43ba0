import Domain
import MailSMTP
import ServerCore
import TestSupport
import Testing

@Suite("What an SMTP server refuses")
struct SMTPReplyTests {
  struct Case: Sendable, CustomStringConvertible {
    let recipient: String
    let isRejected: Bool
    let says: [String]
    var description: String { recipient }
  }

  @Test("is rejected when it is for good and about the letter, and may be sent again otherwise")
  func replies() async throws {
    try await MailReceiver.run { receiver in
      let mailer = SMTPMailer(try receiver.settings(.startTLS))
      for example in [
        Case(recipient: "unknown", isRejected: true, says: ["550 5.1.1", "Recipient address rejected", "in table"]),
        Case(recipient: "linked", isRejected: true, says: ["554 5.7.1 Blocked", "https://lists.example.net/why"]),
        Case(recipient: "long", isRejected: true, says: ["550 no no", "…"]),
        Case(recipient: "later", isRejected: false, says: ["come later", "451 4.7.1"]),
        Case(recipient: "overquota", isRejected: false, says: ["come later", "452 4.2.2 Mailbox full"]),
        Case(recipient: "signin", isRejected: false, says: ["another sign-in", "530 5.7.0"]),
        Case(recipient: "sequence", isRejected: false, says: ["refuses", "503 5.5.1"]),
        Case(recipient: "strange", isRejected: false, says: ["does not fit", "299 What"]),
        Case(recipient: "dropped", isRejected: false, says: ["hung up"]),
      ] {
        let reply = await mailer.send(.example(to: "\(example.recipient)@example.com"))
        #expect(reply.isRejected == example.isRejected && reply != .accepted, "\(example): \(reply)")
        #expect(example.says.allSatisfy(reply.text.contains), "\(example): \(reply)")
        #expect(reply.text.count < 320)
        for secret in ["@", "unknown", "canary", "chat.example.org"] {
          #expect(!reply.text.lowercased().contains(secret), "\(example): \(reply)")
        }
      }
      #expect(try receiver.letters().isEmpty)
    }
  }

  @Test("about the sender is the operator's to mend, and no reason to give a letter up")
  func sender() async throws {
    try await MailReceiver.run { receiver in
      let reply = await SMTPMailer(try receiver.settings(.startTLS, from: "stranger@example.org")).send(.example())
      #expect(reply.isFailed && reply.text.contains("553 5.7.1") && !reply.text.contains("@"), "\(reply)")
    }
  }

  @Test("after the letter was taken does not count")
  func goodbye() async throws {
    try await MailReceiver.run { receiver in
      let reply = await SMTPMailer(try receiver.settings(.startTLS)).send(.example(to: "silentgoodbye@example.com"))
      #expect(reply == .accepted)
      #expect(try receiver.letters().count == 1)
    }
  }

  @Test("user and password are called by their name, and are not said")
  func signIn() async throws {
    try await MailReceiver.run { receiver in
      for listener in [MailReceiver.Listener.startTLS, .login, .smtps] {
        let mailer = SMTPMailer(try receiver.settings(listener, password: "canary-wrong"))
        let reply = await mailer.send(.example())
        #expect(reply.isFailed && reply.text.contains("refuses user and password: 535"), "\(reply)")
        #expect(!reply.text.contains("canary") && !reply.text.contains("@"))
        let failure = await #expect(throws: SMTPFailure.self) { try await mailer.check() }
        #expect(failure?.kind == .signIn)
      }
      let failure = await #expect(throws: SMTPFailure.self) {
        try await SMTPMailer(try receiver.settings(.noSignIn)).check()
      }
      #expect(failure?.kind == .signIn && failure?.description.contains("offers no way to sign in") == true)
      #expect(try receiver.letters().isEmpty)
    }
  }
}
