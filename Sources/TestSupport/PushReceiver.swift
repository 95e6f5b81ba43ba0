import AIProviders
import Domain
import Foundation

/// The push services of browsers, of Apple and of Google in a process of its own, which check what
/// they are sent: `Tests/PushTests/receiver`.
package final class PushReceiver: Sendable {
  /// What a service answers in place of what it would.
  package struct Plan: Sendable {
    package enum Act: String, Sendable {
      case answer = ""
      /// Says nothing, and keeps the connection.
      case hang
      /// Closes the connection.
      case drop
      /// Ends this stream of HTTP/2 alone.
      case reset
      /// A byte of the body never comes. Not by HTTP/2.
      case endless
    }

    let status: Int
    let headers: [String: String]
    let body: String
    let act: Act

    package init(_ status: Int, headers: [String: String] = [:], body: String = "", act: Act = .answer) {
      self.status = status
      self.headers = headers
      self.body = body
      self.act = act
    }

    package static func act(_ act: Act) -> Plan { Plan(0, act: act) }
  }

  /// A request that came.
  package struct Record: Sendable {
    package let value: JSONValue

    /// What the real service would not accept.
    package var problems: [String] { value["problems"]?.array?.compactMap(\.string) ?? [] }
    package var headers: JSONValue { value["headers"] ?? .null }
    /// Decrypted.
    package var payload: JSONValue { value["payload"] ?? .null }
    /// Of the token by which the server named itself.
    package var claims: JSONValue { value["claims"] ?? .null }
    package var path: String { value["path"]?.string ?? "" }
    /// Bytes of the body.
    package var size: Int { value["size"]?.integer ?? 0 }
    package var status: Int? { value["status"]?.integer }
    /// The same for requests of one connection.
    package var connection: Int { value["connection"]?.integer ?? 0 }
  }

  /// The server's key at Apple.
  package struct Provider: Sendable {
    package let keyPEM: String
    package let keyID: String
    package let teamID: String
    package let topic: String
  }

  private let announcement: JSONValue
  private let process: Process
  /// The process ends when this is closed, also when the tests crash.
  private let input: Pipe
  private let folder: String

  /// Runs `body` with a receiver that nothing was sent to, and stops it.
  package static func run<Value>(_ body: (PushReceiver) async throws -> Value) async throws -> Value {
    let receiver = try await start()
    defer { receiver.stop() }
    return try await body(receiver)
  }

  private init(announcement: JSONValue, process: Process, input: Pipe, folder: String) {
    self.announcement = announcement
    self.process = process
    self.input = input
    self.folder = folder
  }

  private static func start() async throws -> PushReceiver {
    let folder = NSTemporaryDirectory() + "messageai-push-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let (output, errors) = (URL(fileURLWithPath: folder + "/output"), URL(fileURLWithPath: folder + "/errors"))
    for file in [output, errors] { try Data().write(to: file) }
    let process = Process()
    let repository = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardizedFileURL
    process.executableURL = repository.appendingPathComponent("scripts/push-receiver")
    let input = Pipe()
    process.standardInput = input
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    do {
      try await eventually("the start of the push services", timeout: .seconds(120)) {
        guard process.isRunning else {
          throw ServerChild.Failure(description: try String(contentsOf: errors, encoding: .utf8))
        }
        return try String(contentsOf: output, encoding: .utf8).hasSuffix("\n")
      }
      let announcement = try JSONParser.parse(String(contentsOf: output, encoding: .utf8))
      return PushReceiver(announcement: announcement, process: process, input: input, folder: folder)
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

  // MARK: Where it is

  /// Of Google's service and of the push services of browsers.
  package var address: String { "http://127.0.0.1:\(port("plain"))" }
  package var appleAddress: String { "https://localhost:\(port("apple"))" }
  /// Like Apple's, but without HTTP/2.
  package var oldAppleAddress: String { "https://localhost:\(port("old"))" }
  /// The certificate to trust.
  package var authorityPEM: String { announcement["authority"]?.string ?? "" }
  /// Another one, which has signed nothing.
  package var otherAuthorityPEM: String { announcement["otherAuthority"]?.string ?? "" }

  private func port(_ name: String) -> Int { announcement["ports"]?[name]?.integer ?? 0 }

  // MARK: What it knows

  /// A new subscription of a browser. Plans and records go by its address without scheme, host and
  /// port.
  package func subscription() async throws -> PushSubscription {
    let made = try await ask("subscription", ["name": .string(UUID().uuidString)])
    return PushSubscription(
      service: .web, address: try require(made["endpoint"]?.string), publicKey: try require(made["p256dh"]?.string),
      secret: try require(made["auth"]?.string))
  }

  /// A new key at Apple.
  package func provider() async throws -> Provider {
    let made = try await ask("provider")
    return Provider(
      keyPEM: try require(made["key"]?.string), keyID: try require(made["keyID"]?.string),
      teamID: try require(made["teamID"]?.string), topic: try require(made["topic"]?.string))
  }

  /// The file of a service account at Google, with a project of that name.
  package func serviceAccount(_ name: String) async throws -> String {
    try await ask("account", ["name": .string(name)]).text
  }

  /// Answers the next requests to `key` so, one after the other: a path, a device's token, or the
  /// account that asks for an access token.
  package func plan(_ key: String, _ plans: [Plan]) async throws {
    let answers = plans.map { plan -> JSONValue in
      let headers = plan.headers.map { ($0.key, JSONValue.string($0.value)) }
      return [
        "status": .integer(plan.status), "headers": .object(JSONObject(headers)), "body": .string(plan.body),
        "act": .string(plan.act.rawValue),
      ]
    }
    _ = try await ask("plan", ["key": .string(key), "answers": .array(answers)])
  }

  /// The requests to `key`, the oldest first.
  package func records(_ key: String) async throws -> [Record] {
    try await ask("records", ["key": .string(key)]).array?.map(Record.init) ?? []
  }

  private func ask(_ what: String, _ wish: JSONValue = [:]) async throws -> JSONValue {
    let answer = try await TestHTTP(port: port("plain")).send("POST", "/control/\(what)", body: wish.bytes)
    guard answer.status == 200 else { throw ServerChild.Failure(description: "\(what): \(answer.status)") }
    return try JSONParser.parse(answer.text)
  }
}
