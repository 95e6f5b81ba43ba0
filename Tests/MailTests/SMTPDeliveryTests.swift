import Domain
import Foundation
import MailSMTP
import ServerCore
import TestSupport
import Testing

@Suite("Letters by SMTP")
struct SMTPDeliveryTests {
  @Test("arrive over STARTTLS with a sign-in, as they were written")
  func arrives() async throws {
    try await MailReceiver.run { receiver in
      let mailer = SMTPMailer(try receiver.settings(.startTLS))
      let mail = Mail.example()
      #expect(mailer.isConfigured)
      #expect(await mailer.send(mail) == .accepted)
      let letter = try #require(try receiver.letters().first)
      #expect(try receiver.letters().count == 1)
      #expect(letter.tls == "TLSv1.3" && letter.user == MailReceiver.user)
      #expect(letter.sender == "team@example.org" && letter.recipients == ["mira@example.com"])
      #expect(letter.fromName == "Tidewater" && letter.fromAddress == "team@example.org")
      #expect(letter.headers["To"] == "mira@example.com" && letter.headers["Subject"] == mail.subject)
      #expect(letter.headers["Message-ID"] == "<\(mail.id)@example.org>")
      #expect(letter.headers["Auto-Submitted"] == "auto-generated")
      #expect(letter.date == "2026-07-01T09:05:00+00:00")
      #expect(letter.text == mail.text.replacing("\n", with: "\r\n") && letter.defects == [])
      #expect(try receiver.heard(by: .startTLS, inTLS: true).hasSuffix("\r\n.\r\nQUIT\r\n"))
    }
  }

  @Test("arrive over TLS from the beginning, with LOGIN, without a user, and under the server's name")
  func ways() async throws {
    try await MailReceiver.run { receiver in
      for (settings, isTLS, user) in [
        (try receiver.settings(.smtps), true, MailReceiver.user),
        (try receiver.settings(.login), true, MailReceiver.user),
        (try receiver.settings(.noSignIn, password: nil), true, nil),
        (try receiver.settings(.plain, password: nil, authority: .machine), false, nil),
        (try receiver.settings(.startTLS, host: "localhost"), true, MailReceiver.user),
        (try receiver.settings(.smtps, host: "localhost"), true, MailReceiver.user),
      ] as [(SMTPSettings, Bool, String?)] {
        #expect(await SMTPMailer(settings).send(.example()) == .accepted)
        let letter = try #require(try receiver.letters().last)
        #expect((letter.tls != nil) == isTLS && letter.user == user)
      }
      #expect(try receiver.letters().map(\.listener) == [.smtps, .login, .noSignIn, .plain, .startTLS, .smtps])
    }
  }

  @Test("come with subjects and names as they were, in whatever script")
  func subjects() async throws {
    try await MailReceiver.run { receiver in
      for subject in [
        "Grüße aus Köln", "🎉 You are invited 👩‍👩‍👧‍👦", String(repeating: "Ünïcödé wörds ", count: 20) + ".", "招待されました",
        String(repeating: "plain words in a row ", count: 20) + ".", "not =?utf-8?B?encoded?=", "two  spaces",
        String(repeating: "x", count: 500), "\"quotes\", commas: and <brackets>", " around ",
      ] {
        let name = String(subject.filter { !"<>\"\\".contains($0) }.unicodeScalars.prefix(80))
        let settings = try receiver.settings(
          .plain, password: nil, from: "\(name) <team@example.org>", authority: .machine)
        #expect(await SMTPMailer(settings).send(.example(subject: subject)) == .accepted)
        let letter = try #require(try receiver.letters().last)
        #expect(letter.headers["Subject"] == subject && letter.defects == [])
        #expect(letter.fromName == settings.from.name && letter.fromAddress == "team@example.org", "\(letter.fromName)")
      }
    }
  }

  @Test("come with their text as it was: dots, long lines, any script, and an end of the last line")
  func texts() async throws {
    try await MailReceiver.run { receiver in
      let mailer = SMTPMailer(try receiver.settings(.plain, password: nil, authority: .machine))
      for text in [
        ".\n", ".\n.\n..\n.hidden\n", "a\n.\nQUIT\nMAIL FROM:<x@y.org>\n", ".", "no end", "\n\n\nlines\n\n\n",
        String(repeating: "long ", count: 500) + "\n", String(repeating: "x", count: 5_000) + "\n",
        String(repeating: ".", count: 2_000) + "\n", String(repeating: "e.", count: 500), "trailing \ntab\t\n =\n",
        "Grüße 🎉 招待 \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\n", String(repeating: "ü", count: 3_000),
        "From here\nFrom there\n", "", String(repeating: "many lines\n", count: 5_000),
      ] {
        #expect(await mailer.send(.example(text: text)) == .accepted)
        let letter = try #require(try receiver.letters().last)
        let lines = text.hasSuffix("\n") || text.isEmpty ? text : text + "\n"
        #expect(letter.text == lines.replacing("\n", with: "\r\n"), "\(text.prefix(40))")
        #expect(letter.defects == [])
      }
    }
  }

  @Test("are refused before a connection when an address or a subject could be more than that")
  func injection() async throws {
    try await MailReceiver.run { receiver in
      let mailer = SMTPMailer(try receiver.settings(.plain, password: nil, authority: .machine))
      for mail in [
        Mail.example(to: "mira@example.com>\r\nRCPT TO:<x@y.org"), .example(to: "mira@example.com\nDATA"),
        .example(to: "müller@example.com"), .example(subject: "Hello\r\nBcc: x@y.org"), .example(subject: "a\nb"),
      ] {
        let reply = await mailer.send(mail)
        #expect(reply.isRejected && !reply.text.contains("@"))
      }
      #expect(try receiver.heard(by: .plain, inTLS: false) == "")
    }
  }

  @Test("go out side by side, each over a connection of its own")
  func parallel() async throws {
    try await MailReceiver.run { receiver in
      let mailer = SMTPMailer(try receiver.settings(.startTLS))
      let mails = (0..<12).map { Mail.example(to: "person\($0)@example.com") }
      await withTaskGroup(of: MailReply.self) { group in
        for mail in mails { group.addTask { await mailer.send(mail) } }
        for await reply in group { #expect(reply == .accepted) }
      }
      #expect(try receiver.letters().map { $0.recipients[0] }.sorted() == mails.map(\.to).sorted())
    }
  }
}
