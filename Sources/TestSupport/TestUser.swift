import Domain
import Foundation
import WireProtocol

/// Somebody signed in to a test's server.
package struct TestUser: Sendable {
  package let server: TestServer
  package let name: String
  package let session: SessionResponse

  package init(server: TestServer, name: String, session: SessionResponse) {
    self.server = server
    self.name = name
    self.session = session
  }

  package var id: UserID { session.user.id }
  package var token: String { session.accessToken }

  /// A fresh id; later ones are greater.
  package static func newID<Entity>() -> Identifier<Entity> { RandomIdentifierSource().next() }
}

extension TestServer {
  /// Makes an account and signs it in.
  package func user(_ name: String) async throws -> TestUser {
    TestUser(server: self, name: name, session: try await signUp(name))
  }

  /// Somebody who has an account, on another device.
  package func signedIn(_ name: String, device: String? = nil) async throws -> TestUser {
    TestUser(server: self, name: name, session: try await signIn(name, device: device))
  }

  /// Whether the server still says that it is well.
  package func isHealthy() async throws -> Bool {
    try await http.send("GET", "/health").status == 200
  }
}

/// An answer that was not the expected one.
package struct UnexpectedAnswer: Error, CustomStringConvertible {
  package let description: String
}

// MARK: - REST

extension TestUser {
  package func send(
    _ method: String, _ path: String, _ body: (any WireBody)? = nil
  ) async throws -> TestHTTP.Answer {
    try await server.http.send(method, path, token: token, body: body?.json())
  }

  /// The body of an answer of the 200s; throws `UnexpectedAnswer` for any other.
  @discardableResult
  package func ok(_ method: String, _ path: String, _ body: (any WireBody)? = nil) async throws -> [UInt8] {
    let answer = try await send(method, path, body)
    guard (200..<300).contains(answer.status) else {
      throw UnexpectedAnswer(description: "\(method) \(path): \(answer.status) \(answer.text)")
    }
    return answer.body
  }

  /// Like `ok`, for answers that are looked into.
  package func ask<Answer: WireBody>(
    _ method: String, _ path: String, _ body: (any WireBody)? = nil, as type: Answer.Type = Answer.self
  ) async throws -> Answer {
    try Answer(json: await ok(method, path, body))
  }

  /// Like `ok`.
  @discardableResult
  package func tell(_ method: String, _ path: String, _ body: (any WireBody)? = nil) async throws -> [UInt8] {
    try await ok(method, path, body)
  }

  /// What is said last in an answer that comes as events, of which each stands for those before it;
  /// throws `UnexpectedAnswer` when that is an error.
  package func lastEvent<Event: WireBody>(
    _ method: String, _ path: String, _ body: any WireBody, as type: Event.Type = Event.self
  ) async throws -> Event {
    let events = String(decoding: try await ok(method, path, body), as: UTF8.self).split(separator: "\n\n")
    let last = try require(events.last, "an event")
    guard last.hasPrefix("data: ") else { throw UnexpectedAnswer(description: "\(method) \(path): \(last)") }
    return try Event(json: Array(last.dropFirst("data: ".count).utf8))
  }

  /// The same account on another device.
  package func anotherDevice(_ device: String = "second") async throws -> TestUser {
    try await server.signedIn(name, device: device)
  }

  package func group(_ name: String = "Team", _ members: TestUser...) async throws -> ConversationID {
    let form = CreateConversationRequest(kind: .group, members: members.map(\.id), name: name)
    return try conversation(await ok("POST", "/v1/conversations", form))
  }

  package func direct(_ other: TestUser) async throws -> ConversationID {
    try conversation(
      await ok("POST", "/v1/conversations", CreateConversationRequest(kind: .direct, members: [other.id])))
  }

  private func conversation(_ window: [UInt8]) throws -> ConversationID {
    try require(try FeedDelta(json: window).conversation, "conversation").id
  }

  @discardableResult
  package func post(
    _ text: String, in conversation: ConversationID, id: MessageID = newID(), replyTo: MessageID? = nil
  ) async throws -> Message {
    let form = PostMessageRequest(id: id, text: text, replyTo: replyTo)
    return try Message(json: await ok("POST", "/v1/conversations/\(conversation)/messages", form))
  }

  @discardableResult
  package func edit(_ message: MessageID, in conversation: ConversationID, to text: String) async throws -> Message {
    let form = EditMessageRequest(editID: Self.newID(), text: text)
    return try Message(json: await ok("PATCH", "/v1/conversations/\(conversation)/messages/\(message)", form))
  }

  package func delete(_ message: MessageID, in conversation: ConversationID) async throws {
    try await ok("DELETE", "/v1/conversations/\(conversation)/messages/\(message)")
  }

  package func add(_ user: TestUser, to conversation: ConversationID) async throws {
    try await ok("POST", "/v1/conversations/\(conversation)/members", AddMembersRequest(users: [user.id]))
  }

  package func remove(_ user: TestUser, from conversation: ConversationID) async throws {
    try await ok("DELETE", "/v1/conversations/\(conversation)/members/\(user.id)")
  }

  /// As the socket brings it: without the history, which REST alone has to say.
  package func window(_ conversation: ConversationID) async throws -> FeedDelta {
    var window = try FeedDelta(json: await ok("GET", "/v1/conversations/\(conversation)"))
    window.history = nil
    return window
  }
}

// MARK: - Sockets

extension TestUser {
  /// A socket that has said hello and been brought up to date; what came until then is in `frames`.
  package func connect(
    known: [FeedID: Int64] = [:], receiveBuffer: Int32? = nil
  ) async throws -> (socket: TestSocket, frames: [ServerFrame]) {
    let socket = try await TestSocket.open(port: server.http.port, receiveBuffer: receiveBuffer)
    try await socket.send(.hello(version: ClientFrame.version, token: token, client: "test", known: known, more: false))
    var frames: [ServerFrame] = []
    while frames.last != .synced { frames.append(try await socket.next()) }
    return (socket, frames)
  }

  /// A socket that is up to date.
  package func socket() async throws -> TestSocket {
    try await connect().socket
  }
}

extension TestSocket {
  /// Sends a message and answers its ack.
  @discardableResult
  package func post(
    _ text: String, in conversation: ConversationID, id: MessageID = TestUser.newID(), ref: Int64 = 1
  ) async throws -> FeedDelta {
    try await send(.send(ref: ref, conversation: conversation, id: id, text: text, replyTo: nil))
    return try await ack(ref)
  }

  package func ack(_ ref: Int64) async throws -> FeedDelta {
    let answer: Result<FeedDelta, Refusal> = try await first { frame in
      switch frame {
      case .ack(let answered, let delta) where answered == ref: .success(delta)
      case .error(let answered, let refusal) where answered == ref: .failure(refusal)
      default: nil
      }
    }
    return try answer.get()
  }

  /// The next error; other frames are skipped.
  package func error() async throws -> (ref: Int64?, refusal: Refusal) {
    try await first { frame in if case .error(let ref, let refusal) = frame { (ref, refusal) } else { nil } }
  }

  /// The next delta of a conversation; other frames are skipped.
  package func delta(of conversation: ConversationID) async throws -> FeedDelta {
    try await first { frame in
      if case .delta(let delta) = frame, delta.feed == .conversation(conversation) { delta } else { nil }
    }
  }
}
