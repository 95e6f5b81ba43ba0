import Domain
import Foundation
import MailSMTP
import ServerCore
import TestSupport
import Testing

@Suite("An SMTP server that is not what it should be")
struct SMTPSafetyTests {
  struct Case: Sendable, CustomStringConvertible {
    let listener: MailReceiver.Listener
    var host = "127.0.0.1"
    var authority = MailReceiver.Authority.own
    var kinds: [SMTPFailure.Kind]
    let says: String
    var description: String { "\(listener) \(authority)" }
  }

  /// No letter goes there, nothing secret is said, and the operator learns why.
  private func expect(_ cases: [Case]) async throws {
    try await MailReceiver.run { receiver in
      for example in cases {
        let settings = try receiver.settings(example.listener, host: example.host, authority: example.authority)
        let mailer = SMTPMailer(settings)
        let failure = await #expect(throws: SMTPFailure.self, "\(example)") { try await mailer.check() }
        #expect(failure.map { example.kinds.contains($0.kind) } == true, "\(example): \(String(describing: failure))")
        #expect(failure?.description.contains(example.says) == true, "\(example): \(String(describing: failure))")
        #expect(failure?.description.contains(settings.place) == true)
        #expect(await mailer.send(.example()) == .failed(failure?.description ?? ""), "\(example)")
        let heard = try receiver.heard(by: example.listener, inTLS: false)
        #expect(!heard.contains("AUTH") && !heard.contains("MAIL"), "\(example): \(heard)")
      }
      #expect(try receiver.letters().isEmpty)
    }
  }

  @Test("gets no password when its certificate is nobody's, has expired or is for another name")
  func certificates() async throws {
    try await expect([
      Case(listener: .startTLS, authority: .stranger, kinds: [.untrusted], says: "is not trusted"),
      Case(listener: .startTLS, authority: .machine, kinds: [.untrusted], says: "is not trusted"),
      Case(listener: .smtps, authority: .stranger, kinds: [.untrusted], says: "is not trusted"),
      Case(listener: .expired, kinds: [.untrusted], says: "expired"),
      Case(listener: .elsewhere, kinds: [.untrusted], says: "another name"),
      Case(listener: .elsewhere, host: "localhost", kinds: [.untrusted], says: "another name"),
    ])
  }

  @Test("gets no password without TLS, not even on this machine")
  func noTLS() async throws {
    try await expect([
      Case(listener: .plain, authority: .machine, kinds: [.insecure], says: "offers no TLS"),
      Case(listener: .plain, kinds: [.insecure], says: "offers no TLS"),
      Case(listener: .refusesTLS, kinds: [.busy], says: "454 TLS not available"),
      Case(listener: .brokenTLS, kinds: [.unreachable], says: "TLS with"),
    ])
  }

  @Test("gets nothing when plain text comes with its reply to STARTTLS")
  func injection() async throws {
    try await expect([Case(listener: .injecting, kinds: [.malformed], says: "somebody may be in between")])
  }

  @Test("is left when it does not speak SMTP, or without end")
  func noSense() async throws {
    try await expect([
      Case(listener: .noSMTP, kinds: [.malformed], says: "does not speak SMTP"),
      Case(listener: .endlessLines, kinds: [.malformed], says: "without end"),
      Case(listener: .endlessLine, kinds: [.malformed], says: "without end"),
      Case(listener: .unasked, kinds: [.malformed], says: "was not asked"),
      Case(listener: .noService, kinds: [.refused], says: "554 No service here"),
      Case(listener: .closing, kinds: [.busy], says: "421 Closing"),
    ])
  }

  @Test("is not waited for longer than the time limits say", arguments: [MailReceiver.Listener.silent, .silentTLS])
  func silent(listener: MailReceiver.Listener) async throws {
    try await MailReceiver.run { receiver in
      let mailer = SMTPMailer(try receiver.settings(listener), patience: .short)
      // A busy machine may not even have connected by then: it is asked again.
      try await eventually("a letter that is given up") {
        let reply = await mailer.send(.example())
        return reply.isFailed && reply.text.contains("has not answered in time")
      }
      try await eventually("a check that is given up") {
        do throws(SMTPFailure) { try await mailer.check() } catch { return error.kind == .timedOut }
        return false
      }
    }
  }

  @Test("is let go when nobody waits for it any more")
  func cancelled() async throws {
    try await MailReceiver.run { receiver in
      let mailer = SMTPMailer(try receiver.settings(.silent))
      let task = Task { await mailer.send(.example()) }
      task.cancel()
      let reply = await task.value
      #expect(reply.isFailed && reply.text.contains("nobody waits"), "\(reply)")
    }
  }

  @Test("may not be there at all")
  func nobody() async throws {
    for (url, says) in [
      ("smtp://127.0.0.1:1", "127.0.0.1:1 cannot be reached"),
      ("smtp://mail.invalid", "mail.invalid:587 cannot be reached"),
    ] {
      let mailer = SMTPMailer(try SMTPSettings(url, from: "team@example.org"))
      let failure = await #expect(throws: SMTPFailure.self) { try await mailer.check() }
      #expect(failure?.kind == .unreachable && failure?.description.contains(says) == true)
      #expect(await mailer.send(.example()) == .failed(failure?.description ?? ""))
    }
  }

  @Test("is checked without a letter")
  func check() async throws {
    try await MailReceiver.run { receiver in
      for listener in [MailReceiver.Listener.startTLS, .login, .smtps] {
        try await SMTPMailer(try receiver.settings(listener)).check()
        let heard = try receiver.heard(by: listener, inTLS: true)
        #expect(heard.contains("AUTH ") && heard.hasSuffix("QUIT\r\n") && !heard.contains("MAIL"))
        #expect(!(try receiver.heard(by: listener, inTLS: false)).contains("AUTH"))
      }
      try await SMTPMailer(try receiver.settings(.plain, password: nil, authority: .machine)).check()
    }
  }
}
