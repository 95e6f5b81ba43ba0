import Foundation
import NIOCore
import ServerCore

/// One connection, from the greeting to the goodbye.
struct SMTPDialogue {
  private let settings: SMTPSettings
  private var replies: NIOAsyncChannelInboundStream<SMTPReply>.AsyncIterator
  private let commands: NIOAsyncChannelOutboundWriter<SMTPCommand>

  init(
    _ settings: SMTPSettings, replies: NIOAsyncChannelInboundStream<SMTPReply>,
    commands: NIOAsyncChannelOutboundWriter<SMTPCommand>
  ) {
    self.settings = settings
    self.replies = replies.makeAsyncIterator()
    self.commands = commands
  }

  /// Comes to where letters are taken: protected and signed in, as the settings ask.
  mutating func open() async throws(SMTPFailure) {
    try check(await reply(), is: 220)
    var offers = try await hello()
    if settings.security == .startTLS {
      guard offers["STARTTLS"] != nil else {
        throw SMTPFailure(.insecure, "\(settings.place) offers no TLS (STARTTLS)")
      }
      try check(await ask(.startTLS), is: 220)
      // What was offered before may have been anybody's offer.
      offers = try await hello()
    }
    if let signIn = settings.signIn { try await authenticate(signIn, ways: offers["AUTH"] ?? []) }
  }

  mutating func deliver(_ message: MailMessage, of mail: Mail) async throws(SMTPFailure) {
    try check(await ask(.line("MAIL FROM:<\(message.sender.text)>")), is: 250, of: mail)
    try check(await ask(.line("RCPT TO:<\(message.recipient.text)>")), is: 250, 251, of: mail, isAboutLetter: true)
    try check(await ask(.line("DATA")), is: 354, of: mail, isAboutLetter: true)
    try check(await ask(.letter(message.bytes)), is: 250, of: mail, isAboutLetter: true)
  }

  mutating func quit() async throws(SMTPFailure) {
    try check(await ask(.line("QUIT")), is: 221)
  }

  // MARK: Steps

  /// What the server offers: keywords with their parameters, in upper case.
  private mutating func hello() async throws(SMTPFailure) -> [String: [String]] {
    let reply = try await ask(.line("EHLO \(settings.from.address.domain)"))
    try check(reply, is: 250)
    let offers = reply.lines.dropFirst().map { $0.uppercased().split(separator: " ").map(String.init) }
    return Dictionary(
      offers.compactMap { words in words.first.map { ($0, Array(words.dropFirst())) } }, uniquingKeysWith: +)
  }

  private mutating func authenticate(_ signIn: SMTPSettings.SignIn, ways: [String]) async throws(SMTPFailure) {
    let user = Self.base64(signIn.user)
    let password = Self.base64(signIn.password)
    let both = Self.base64("\0\(signIn.user)\0\(signIn.password)")
    var steps: [String]
    if ways.contains("PLAIN") {
      steps = ["AUTH PLAIN \(both)"]
    } else if ways.contains("LOGIN") {
      steps = ["AUTH LOGIN", user, password]
    } else {
      throw SMTPFailure(.signIn, "\(settings.place) offers no way to sign in with a password (AUTH PLAIN or LOGIN)")
    }
    while !steps.isEmpty {
      let reply = try await ask(.line(steps.removeFirst()))
      guard reply.code != (steps.isEmpty ? 235 : 334) else { continue }
      guard (500..<600).contains(reply.code) else { throw refusal(reply) }
      let text = ServerText.readable(reply, without: [signIn.password, user, password, both])
      throw SMTPFailure(.signIn, "\(settings.place) refuses user and password: \(text)")
    }
  }

  private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  // MARK: Commands and replies

  private mutating func ask(_ command: SMTPCommand) async throws(SMTPFailure) -> SMTPReply {
    do {
      try await commands.write(command)
    } catch {
      // A writer only says that the connection is closed. Why, the replies end with.
      _ = try await reply()
      throw SMTPFailure(error, at: settings.place)
    }
    return try await reply()
  }

  private mutating func reply() async throws(SMTPFailure) -> SMTPReply {
    let next: SMTPReply?
    do { next = try await replies.next() } catch { throw SMTPFailure(error, at: settings.place) }
    if let next { return next }
    throw Task.isCancelled
      ? SMTPFailure(CancellationError(), at: settings.place)
      : SMTPFailure(.unreachable, "\(settings.place) has hung up")
  }

  private func check(
    _ reply: SMTPReply, is codes: Int..., of mail: Mail? = nil, isAboutLetter: Bool = false
  ) throws(SMTPFailure) {
    if !codes.contains(reply.code) { throw refusal(reply, of: mail, isAboutLetter: isAboutLetter) }
  }

  private func refusal(_ reply: SMTPReply, of mail: Mail? = nil, isAboutLetter: Bool = false) -> SMTPFailure {
    let place = settings.place
    let text = ServerText.readable(reply, about: mail)
    switch reply.code {
    case 400..<500: return SMTPFailure(.busy, "\(place) asks to come later: \(text)")
    case 530, 534, 535, 538: return SMTPFailure(.signIn, "\(place) asks for another sign-in: \(text)")
    // The server does not understand the client, whatever the letter.
    case 500, 502, 503, 504: return SMTPFailure(.refused, "\(place) refuses: \(text)")
    case 500..<600 where isAboutLetter: return SMTPFailure(.rejected, "\(place) does not take this letter: \(text)")
    case 500..<600: return SMTPFailure(.refused, "\(place) refuses: \(text)")
    default: return SMTPFailure(.malformed, "\(place) gives an answer that does not fit: \(text)")
    }
  }
}
