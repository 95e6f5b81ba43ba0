import ClientStore
import Domain
import WireProtocol

/// Messages from the local store; writes go to its outbox and from there to the server.
struct LiveMessageRepository: MessageRepository {
  let runtime: ClientRuntime

  func observeTimeline(_ conversation: ConversationID) -> AsyncStream<Timeline> {
    runtime.events.noting(.conversationLoad, runtime.store.observeTimeline(conversation)) { [events = runtime.events] in
      events.shown($0)
    }
  }

  func send(
    _ text: String, to conversation: ConversationID, replyTo: MessageID?, attachments: [OutgoingFile]
  ) async throws -> MessageID {
    let ids = runtime.configuration.ids
    let message = PendingMessage(
      id: ids.next(), conversation: conversation,
      text: try MessageText.validated(text, hasAttachments: !attachments.isEmpty), replyTo: replyTo,
      createdAt: runtime.configuration.clock.now)
    guard !attachments.isEmpty else {
      try enqueue(.send(message))
      return message.id
    }
    try runtime.store.enqueue(message, files: attachments.map { (ids.next(), $0) })
    runtime.engine.handle(.outboxChanged)
    return message.id
  }

  func edit(_ message: MessageID, in conversation: ConversationID, text: String) async throws {
    let hasFiles = try runtime.store.hasFiles(message, in: conversation)
    let text = try MessageText.validated(text, hasAttachments: hasFiles)
    try enqueue(
      .edit(message: message, conversation: conversation, editID: runtime.configuration.ids.next(), text: text))
  }

  func delete(_ message: MessageID, in conversation: ConversationID) async throws {
    try enqueue(.delete(message: message, conversation: conversation))
  }

  func retry(_ message: MessageID) async throws {
    try runtime.store.retry(message)
    runtime.engine.handle(.outboxChanged)
  }

  func discard(_ message: MessageID) async throws {
    try runtime.store.discard(message)
    runtime.engine.handle(.outboxChanged)
  }

  func loadOlder(_ conversation: ConversationID) async throws -> Bool {
    let conversation = try runtime.store.currentID(of: conversation)
    guard let start = try runtime.store.windowStart(conversation), start > 1 else { return false }
    let path = "/v1/conversations/\(conversation)/messages?before=\(start)&limit=\(Limits.window)"
    try runtime.store.apply(try MessagePage(json: try await runtime.call(.get, path)))
    return try runtime.store.hasOlder(conversation)
  }

  /// The store keeps one window, so what lies between is fetched too: in pages of the largest size,
  /// and shown once all are here.
  func loadBack(_ conversation: ConversationID, to message: MessageID) async throws -> Bool {
    let conversation = try runtime.store.currentID(of: conversation)
    let path = "/v1/conversations/\(conversation)/messages"
    let seq: Int64?
    do {
      seq = try MessagePage(json: try await runtime.call(.get, "\(path)?around=\(message)&limit=1")).messages.first?.seq
    } catch let refusal as Refusal where refusal.code == .notFound {
      return false
    }
    guard let seq else { return false }
    while let start = try runtime.store.windowStart(conversation), start > seq {
      let older = "\(path)?before=\(start)&limit=\(Limits.maximumPage)"
      try runtime.store.apply(try MessagePage(json: try await runtime.call(.get, older)))
      // A page that brings nothing ends it, whatever the server says.
      guard try runtime.store.windowStart(conversation) != start else { return false }
    }
    return true
  }

  func markRead(_ conversation: ConversationID, upTo seq: Int64) async throws {
    try runtime.store.setLocalRead(conversation, seq: seq, markUnread: false)
    runtime.engine.handle(.watermarksChanged)
  }

  func markUnread(_ conversation: ConversationID, from seq: Int64) async throws {
    try runtime.store.setLocalRead(conversation, seq: max(0, seq - 1), markUnread: true)
    runtime.engine.handle(.watermarksChanged)
  }

  func search(_ query: String, before: String?) async throws -> (results: [SearchResult], next: String?) {
    var path = "/v1/search?query=\(queryValue(query))"
    if let before { path += "&before=\(queryValue(before))" }
    let answer = try SearchResponse(json: try await runtime.call(.get, path))
    return (answer.results, answer.next)
  }

  private func enqueue(_ operation: OutboxOperation) throws {
    try runtime.store.enqueue(operation)
    runtime.engine.handle(.outboxChanged)
  }
}
