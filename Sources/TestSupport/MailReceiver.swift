import Domain
import Foundation
import MailSMTP
import ServerCore

/// Mail servers in a process of its own: aiosmtpd's, and such as nobody wants.
package final class MailReceiver: Sendable {
  /// A server with a port of its own.
  package enum Listener: String, Decodable, Sendable {
    /// Asks for STARTTLS and a sign-in, with PLAIN or LOGIN.
    case startTLS
    /// The same with LOGIN alone.
    case login
    /// The same with neither.
    case noSignIn
    /// Its certificate has expired.
    case expired
    /// Its certificate is for another name.
    case elsewhere
    /// Plain text comes with its reply to STARTTLS.
    case injecting
    /// TLS from the beginning.
    case smtps
    /// No TLS, and asks for passwords nevertheless.
    case plain
    case silent
    /// Begins TLS, and then says nothing.
    case silentTLS
    /// Goes on in plain text where TLS should begin.
    case brokenTLS
    case refusesTLS
    case endlessLines
    case endlessLine
    case noSMTP
    /// Answers twice.
    case unasked
    case noService
    case closing
  }

  package struct Letter: Decodable, Sendable {
    package let listener: Listener
    /// The version, or `nil` where there was none.
    package let tls: String?
    package let user: String?
    package let sender: String
    package let recipients: [String]
    /// Decoded, by name.
    package let headers: [String: String]
    package let fromName: String
    package let fromAddress: String
    package let date: String
    package let text: String
    package let raw: Data
    /// What Python's parser finds wrong.
    package let defects: [String]
  }

  /// Bytes that a client has sent.
  package struct Heard: Decodable, Sendable {
    package let listener: Listener
    package let isTLS: Bool
    package let text: String
  }

  private struct Event: Decodable {
    let ports: [String: Int]?
    let letter: Letter?
    let heard: Heard?
  }

  package static let user = "team@example.org"
  package static let password = "canary-password"

  private let ports: [String: Int]
  private let folder: String
  private let process: Process
  /// The process ends when this does: also when the tests crash.
  private let input: Pipe

  /// Runs `body` with servers that have taken nothing yet, and stops them.
  package static func run<Value>(_ body: (MailReceiver) async throws -> Value) async throws -> Value {
    let receiver = try await start()
    defer { receiver.stop() }
    return try await body(receiver)
  }

  private init(ports: [String: Int], folder: String, process: Process, input: Pipe) {
    self.ports = ports
    self.folder = folder
    self.process = process
    self.input = input
  }

  private static func start() async throws -> MailReceiver {
    let folder = NSTemporaryDirectory() + "messageai-mail-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["events", "errors"] { try Data().write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
    let process = Process()
    let input = Pipe()
    let repository = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardizedFileURL
    process.executableURL = repository.appendingPathComponent("scripts/mail-receiver")
    process.arguments = [folder]
    process.standardInput = input
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: folder + "/events"))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: folder + "/errors"))
    try process.run()
    do {
      try await eventually("the mail receiver's start") {
        guard process.isRunning else {
          let errors = try String(contentsOfFile: folder + "/errors", encoding: .utf8)
          throw ServerChild.Failure(description: "the mail receiver ended: \(errors)")
        }
        return try !events(in: folder).isEmpty
      }
      let ports = try require(try events(in: folder).first?.ports, "the mail receiver's ports")
      return MailReceiver(ports: ports, folder: folder, process: process, input: input)
    } catch {
      process.terminate()
      throw error
    }
  }

  private func stop() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)
  }

  // MARK: What has happened

  /// What was taken, in that order. A letter is here before its sender knows.
  package func letters() throws -> [Letter] { try Self.events(in: folder).compactMap(\.letter) }

  /// What clients have said to a server, with TLS or without.
  package func heard(by listener: Listener, inTLS: Bool) throws -> String {
    try Self.events(in: folder).compactMap(\.heard).filter { $0.listener == listener && $0.isTLS == inTLS }
      .map(\.text).joined()
  }

  /// Lines that are complete.
  private static func events(in folder: String) throws -> [Event] {
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/events"))
    guard let end = data.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    return try data[..<end].split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Event.self, from: $0) }
  }

  // MARK: Settings

  package enum Authority: Sendable {
    /// The one that has signed the servers' certificates.
    case own
    case stranger
    /// Those that this machine trusts.
    case machine
  }

  package func url(_ listener: Listener, user: String? = nil, host: String = "127.0.0.1") throws -> String {
    let port = try require(ports[listener.rawValue], "the port of \(listener)")
    return "\(listener == .smtps ? "smtps" : "smtp")://\(user.map { $0 + "@" } ?? "")\(host):\(port)"
  }

  /// Settings as an operator would give them; without a password there is no user either.
  package func settings(
    _ listener: Listener, host: String = "127.0.0.1", password: String? = MailReceiver.password,
    from: String = "Tidewater <team@example.org>", authority: Authority = .own
  ) throws -> SMTPSettings {
    let path: String? =
      switch authority {
      case .own: path(ofCertificate: "authority")
      case .stranger: path(ofCertificate: "stranger")
      case .machine: nil
      }
    return try SMTPSettings(
      url(listener, user: password == nil ? nil : Self.user, host: host), password: password, from: from,
      authorities: path)
  }

  package func path(ofCertificate name: String) -> String { "\(folder)/\(name).pem" }
}
