import Domain
import Foundation
import MessageAIKit
import ServerCore
import ServerHTTP
import StoreSQLite
import TestSupport

/// Clients of the live SDK against the real server in this process. Closes what it opened.
final class LiveFixture {
  let clock: SimulatedClock
  let folder: URL
  private let files: TestFiles
  private let traces: (any SpanExporter)?
  private(set) var server: TestServer
  private var clients: [MessageAIClient] = []
  private var isServing = true

  /// Runs `body` with a server whose data is in a file, so that it can be stopped and started.
  /// `traces` takes all traces.
  static func run(traces: (any SpanExporter)? = nil, _ body: (LiveFixture) async throws -> Void) async throws {
    let fixture = try await LiveFixture(traces: traces)
    do {
      try await body(fixture)
      try await fixture.close()
    } catch {
      try await fixture.close()
      throw error
    }
  }

  private init(traces: (any SpanExporter)?) async throws {
    self.traces = traces
    clock = SimulatedClock(start: SystemClock().now)
    folder = try makeFolder()
    files = try TestFiles()
    server = try await Self.start(folder, clock, files, traces, port: 0)
  }

  private static func start(
    _ folder: URL, _ clock: SimulatedClock, _ files: TestFiles, _ traces: (any SpanExporter)?, port: Int
  ) async throws -> TestServer {
    let store = try SQLiteStore(
      path: folder.appendingPathComponent("server.sqlite").path, options: SQLiteStoreOptions(clock: clock))
    return try await TestServer.start(store: store, clock: clock, files: files.dependencies, spans: traces) {
      $0.port = port
      if let all = TraceShare(1) { $0.traceShare = all }
    }
  }

  func stopServer() async throws {
    isServing = false
    try await server.instance.stop()
  }

  func startServer() async throws {
    server = try await Self.start(folder, clock, files, traces, port: server.http.port)
    isServing = true
  }

  /// A client; one with a name of its folder keeps its data there.
  func client(
    _ name: String? = nil, port: Int? = nil, vault: (any SessionVault)? = nil, events: ClientEventSource? = nil
  ) throws -> MessageAIClient {
    guard let address = URL(string: "http://127.0.0.1:\(port ?? server.http.port)") else {
      throw ClientError.unreadableAnswer
    }
    let client = try MessageAIClient(
      configuration: ClientConfiguration(
        server: address, folder: name.map { folder.appendingPathComponent($0) }, device: "test", clock: clock,
        vault: vault, events: events))
    clients.append(client)
    return client
  }

  func close(_ client: MessageAIClient) async throws {
    clients.removeAll { $0 === client }
    try await client.close()
  }

  private func close() async throws {
    for client in clients { try await client.close() }
    if isServing { try await server.instance.stop() }
    files.remove()
    try FileManager.default.removeItem(at: folder)
  }

  /// Signed up and online.
  func signedUp(
    _ name: String, folder: String? = nil, events: ClientEventSource? = nil
  ) async throws -> (client: MessageAIClient, me: Profile) {
    let client = try client(folder, events: events)
    let profile = try await client.signUp(name)
    try await client.untilOnline()
    return (client, profile)
  }
}

extension MessageAIClient {
  func signUp(_ name: String) async throws -> Profile {
    try await auth.signUp(email: "\(name)@example.org", password: "correct horse \(name)", name: name)
  }

  func signIn(_ name: String) async throws -> Profile {
    try await auth.signIn(email: "\(name)@example.org", password: "correct horse \(name)")
  }

  func untilOnline() async throws {
    try await until(.online)
  }

  func until(_ state: ConnectionState) async throws {
    try await first(in: connection.observeConnection(), "\(state)") { $0 == state }
  }

  func untilOffline() async throws {
    try await first(in: connection.observeConnection(), "offline") { !$0.isOnline }
  }

  /// The chat once it is as wanted.
  @discardableResult
  func timeline(
    _ conversation: ConversationID, _ what: String, where isWanted: @escaping @Sendable (Timeline) -> Bool
  ) async throws -> Timeline {
    try await untilHeld(conversation)
    return try await first(in: messages.observeTimeline(conversation), what, where: isWanted)
  }

  func untilHeld(_ conversation: ConversationID) async throws {
    try await first(in: conversations.observeConversations(), "the conversation") { list in
      list.contains { $0.id == conversation }
    }
  }

  func send(_ text: String, to conversation: ConversationID, replyTo: MessageID? = nil) async throws -> MessageID {
    try await messages.send(text, to: conversation, replyTo: replyTo)
  }
}

extension Timeline {
  var texts: [String] { items.map(\.text) }

  func item(_ message: MessageID) -> TimelineItem? { items.first { $0.id == message } }

  /// Nothing waits to be sent.
  var isSettled: Bool { items.allSatisfy { $0.seq != nil && !$0.hasPendingChange } }
}
