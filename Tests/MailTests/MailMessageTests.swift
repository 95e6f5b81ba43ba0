import Domain
import MailSMTP
import ServerCore
import TestSupport
import Testing

@Suite("Bytes of a letter")
struct MailMessageTests {
  private static func mailbox(_ text: String = "Tidewater <team@example.org>") throws -> Mailbox {
    try #require(Mailbox(text))
  }

  private static func written(_ mail: Mail, from: String = "Tidewater <team@example.org>") throws -> String {
    String(decoding: try MailMessage(mail, from: mailbox(from)).bytes, as: UTF8.self)
  }

  @Test("are headers, an empty line and the text, each line ended by CR and LF")
  func whole() throws {
    let id = try #require(MailID("01980000-0000-7000-8000-000000000001"))
    let mail = Mail.example(id: id, subject: "You are invited", text: "Hello,\n50 % = a half ")
    #expect(
      try Self.written(mail)
        == [
          "Date: Wed, 01 Jul 2026 09:05:00 +0000",
          "Message-ID: <01980000-0000-7000-8000-000000000001@example.org>",
          "From: \"Tidewater\" <team@example.org>",
          "To: mira@example.com",
          "Subject: You are invited",
          "MIME-Version: 1.0",
          "Content-Type: text/plain; charset=utf-8",
          "Content-Transfer-Encoding: quoted-printable",
          "Auto-Submitted: auto-generated",
          "",
          "Hello,",
          "50 % =3D a half=20",
          "",
        ].joined(separator: "\r\n"))
  }

  @Test("are the same each time that a letter is sent")
  func same() throws {
    let mail = Mail.example(subject: "Grüße")
    #expect(try MailMessage(mail, from: Self.mailbox()) == MailMessage(mail, from: Self.mailbox()))
  }

  @Test(
    "have lines of 78 characters at most, and of 76 in the text",
    arguments: [
      "A subject in plain words that is so long that it must go on in a second and then in a third line of the header",
      String(repeating: "Wörter ", count: 40), String(repeating: "👩‍👩‍👧‍👦", count: 30), String(repeating: "x", count: 300),
    ])
  func width(text: String) throws {
    let from = "\(String(text.unicodeScalars.prefix(70))) <\(String(repeating: "a", count: 40))@example.org>"
    let lines = try Self.written(.example(subject: text, text: text), from: from).components(separatedBy: "\r\n")
    let header = lines.prefix { !$0.isEmpty }
    #expect(header.allSatisfy { $0.utf8.count <= 78 }, "\(header)")
    #expect(header.filter { $0.contains("=?") }.allSatisfy { $0.utf8.count <= 76 }, "\(header)")
    #expect(lines.dropFirst(header.count).allSatisfy { $0.utf8.count <= 76 })
  }

  @Test("have only CR and LF together, whatever the text has")
  func lineEnds() throws {
    let bytes = try MailMessage(.example(text: "a\rb\nc\r\nd\n\re\u{2028}f\0"), from: Self.mailbox()).bytes
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasSuffix("\r\n\r\na\r\nb\r\nc\r\nd\r\n\r\ne=E2=80=A8f=00\r\n"))
    #expect(bytes.allSatisfy { $0 < 127 })
  }

  @Test(
    "are not made with a recipient that could be more than an address",
    arguments: [
      "", "mira", "@example.com", "mira@", "a@b@c", "mira@example.com\r\nRCPT TO:<x@y.org>", "mira@example.com\n",
      "mira@example.com>", "<mira@example.com>", "mira @example.com", "mira@example.com NOTIFY=NEVER",
      "a,b@example.com", "a\u{0}@example.com", "\"a b\"@example.com", "(x)mira@example.com", "mira@[127.0.0.1]",
      "müller@example.com", "mira@exämple.com", "mira\u{7F}@example.com", "mira@example.com\u{85}",
    ])
  func recipient(_ recipient: String) throws {
    let problem = #expect(throws: MailMessage.Problem.self) { try Self.written(.example(to: recipient)) }
    #expect(problem?.description == "The letter's recipient is no address that mail is sent to.")
  }

  @Test(
    "are not made with a subject that could end its line",
    arguments: ["a\r\nBcc: x@y.org", "a\nb", "a\rb", "\r\n", "a\u{0}b", "tab\tstop"])
  func subject(_ subject: String) {
    #expect(throws: MailMessage.Problem.self) { try Self.written(.example(subject: subject)) }
  }
}
