import Foundation
import MailSMTP
import TestSupport
import Testing

@Suite("Settings of an SMTP server")
struct SMTPSettingsTests {
  static let sender = "Tidewater <team@example.org>"

  private static func read(
    _ url: String, password: String? = nil, from: String = sender, authorities: String? = nil
  ) throws -> SMTPSettings {
    try SMTPSettings(url, password: password, from: from, authorities: authorities)
  }

  @Test("smtp:// is port 587 and STARTTLS, smtps:// is port 465 and TLS from the beginning")
  func usual() throws {
    let plain = try Self.read("smtp://mail.example.org")
    #expect((plain.host, plain.port, plain.security) == ("mail.example.org", 587, .startTLS))
    let secure = try Self.read("SMTPS://mail.example.org/")
    #expect((secure.host, secure.port, secure.security) == ("mail.example.org", 465, .fromTheBeginning))
    let own = try Self.read("smtp://[2001:db8::1]:2525")
    #expect((own.host, own.port, own.security) == ("2001:db8::1", 2525, .startTLS))
    #expect(own.place == "[2001:db8::1]:2525" && plain.place == "mail.example.org:587")
  }

  @Test("only a server on this machine may do without TLS, and only without a password")
  func loopback() throws {
    for host in ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"] {
      #expect(try Self.read("smtp://\(host)").security == .none)
      #expect(try Self.read("smtp://user@\(host)", password: "secret").security == .startTLS)
      #expect(try Self.read("smtps://\(host)").security == .fromTheBeginning)
    }
    for host in ["127.example.org", "localhost.example.org", "10.0.0.1", "0.0.0.0", "[::2]"] {
      #expect(try Self.read("smtp://\(host)").security == .startTLS)
    }
  }

  @Test("a user may be an address, with its @ or with %40", arguments: ["a@b.org@host", "a%40b.org@host:25"])
  func user(url: String) throws {
    #expect(try Self.read("smtp://\(url)", password: "secret").host == "host")
  }

  @Test("the sender is an address, or a name with one")
  func sender() throws {
    for (text, name) in [
      ("team@example.org", nil), ("<team@example.org>", nil), ("Tidewater Crew <team@example.org>", "Tidewater Crew"),
      ("\"Crew, Tidewater\" <team@example.org>", "Crew, Tidewater"), ("Zoë <team@example.org>", "Zoë"),
    ] {
      let from = try Self.read("smtp://host", from: text).from
      #expect(from.name == name && from.address.text == "team@example.org")
    }
  }

  struct Wrong: Sendable, CustomStringConvertible {
    var url = "smtp://host"
    var password: String?
    var from = "team@example.org"
    let problem: SMTPSettings.Problem
    var description: String { "\(url) \(from) \(problem)" }
  }

  @Test(
    "say what is wrong with them, without the password",
    arguments: [
      Wrong(url: "mail.example.org", problem: .notURL), Wrong(url: "", problem: .notURL),
      Wrong(url: "smtp://host:99999", problem: .notURL), Wrong(url: "smtp://host:0", problem: .notURL),
      Wrong(url: "smtp://host:x", problem: .notURL), Wrong(url: "smtp://host/path", problem: .notURL),
      Wrong(url: "smtp://host?tls=no", problem: .notURL), Wrong(url: "smtp://ho st", problem: .notURL),
      Wrong(url: "smtp://höst", problem: .notURL), Wrong(url: "smtp://-host", problem: .notURL),
      Wrong(url: "smtp://@host", problem: .notURL), Wrong(url: "smtp://host\r\n", problem: .notURL),
      Wrong(url: "https://host", problem: .scheme("https")),
      Wrong(url: "smtp://", problem: .noHost), Wrong(url: "smtp://user@", problem: .noHost),
      Wrong(url: "smtp://:25", problem: .noHost),
      Wrong(url: "smtp://user:canary@host", problem: .passwordInURL),
      Wrong(url: "smtp://user@host", problem: .userWithoutPassword),
      Wrong(url: "smtp://user@host", password: "", problem: .userWithoutPassword),
      Wrong(password: "canary", problem: .passwordWithoutUser),
      Wrong(url: "smtp://user%00@host", password: "canary", problem: .unusableSignIn),
      Wrong(url: "smtp://user@host", password: "canary\r\nRSET", problem: .unusableSignIn),
    ] + noSenders.map { Wrong(from: $0, problem: .badFrom($0)) })
  func wrong(_ wrong: Wrong) throws {
    let problem = try #require(throws: SMTPSettings.Problem.self) {
      try Self.read(wrong.url, password: wrong.password, from: wrong.from)
    }
    #expect(problem == wrong.problem && !problem.description.contains("canary") && problem.description.hasSuffix("."))
  }

  @Test("a file of authorities must be there, and hold certificates in PEM form")
  func authorities() throws {
    let path = NSTemporaryDirectory() + "messageai-authorities-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(throws: SMTPSettings.Problem.noAuthorities(path: path)) {
      try Self.read("smtp://host", authorities: path)
    }
    for text in ["", "no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      #expect(throws: SMTPSettings.Problem.authoritiesNotPEM(path: path), "\(text)") {
        try Self.read("smtp://host", authorities: path)
      }
    }
  }
}

private let noSenders = [
  "", "Tidewater", "Tidewater <>", "a@b@c", "a b@example.org", "Tidewater <a@example.org", "a@example.org, b@c.org",
  "Crew\r\nBcc: x@y.org <a@example.org>", "A <b> <a@example.org>", "zoë@example.org", "a@exämple.org", "a@-b.org",
  "a@b..org", "@example.org", "a@",
]
