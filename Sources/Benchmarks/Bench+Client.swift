import ClientStore
import Domain
import Foundation
import MessageAIKit

extension Bench {
  /// The SDK on its own store, and with a server.
  func client() async throws {
    try await clientStore()
    try await clientOutbox(messages: 100)
  }

  /// Reading a conversation and a long list of them; sending until it is shown.
  private func clientStore() async throws {
    let folder = try makeDataFolder()
    let sample = ClientSample(conversations: 1_000, messages: 50)
    let store = try ClientStore(path: folder.appending(path: "client.sqlite").path, clock: SystemClock())
    try sample.fill(store)
    let first = sample.conversations[0]
    var timelines = Percentiles()
    var lists = Percentiles()
    for round in 0..<120 {
      var start = ContinuousClock.now
      _ = try store.timeline(first, limit: 50)
      if round >= 20 { timelines.add(.now - start) }
      start = .now
      _ = try store.summaries()
      if round >= 20 { lists.add(.now - start) }
    }
    try store.close()
    record("client", "50 messages from the store, p50", timelines.value(0.5), "ms", target: 2)
    record("client", "50 messages from the store, p99", timelines.value(0.99), "ms")
    record("client", "list of 1,000 conversations, p50", lists.value(0.5), "ms", target: 20)
    record("client", "list of 1,000 conversations, p99", lists.value(0.99), "ms")
    let shown = try await sendUntilShown(in: first, folder: folder, repetitions: 100)
    record("client", "send to local display, p50", shown.value(0.5), "ms", target: 5)
    record("client", "send to local display, p99", shown.value(0.99), "ms")
    try remove(folder)
  }

  private func sendUntilShown(
    in conversation: ConversationID, folder: URL, repetitions: Int
  ) async throws -> Percentiles {
    let client = try MessageAIClient(configuration: try configuration(folder, port: 9, vault: MemorySessionVault()))
    var values = client.messages.observeTimeline(conversation).makeAsyncIterator()
    guard var count = await values.next()?.items.count else { throw BenchError("the conversation is not there") }
    var times = Percentiles()
    for round in 0..<(repetitions + 10) {
      let start = ContinuousClock.now
      _ = try await client.messages.send(Self.text, to: conversation, replyTo: nil)
      while let timeline = await values.next() {
        guard timeline.items.count > count else { continue }
        count = timeline.items.count
        break
      }
      if round >= 10 { times.add(.now - start) }
    }
    try await client.close()
    return times
  }

  /// Opens a client whose outbox holds messages and waits until the server has acked all of them.
  private func clientOutbox(messages count: Int) async throws {
    var times = Percentiles()
    for _ in 0..<10 {
      let folder = try makeDataFolder()
      let fixture = try BenchFixture(folder: folder)
      let users = try await fixture.makeUsers(2)
      let conversation = try await fixture.makePairs(users)[0]
      let local = folder.appending(path: "client")
      try FileManager.default.createDirectory(at: local, withIntermediateDirectories: true)
      let store = try ClientStore(path: local.appending(path: "client.sqlite").path, clock: SystemClock())
      try store.setUser(try fixture.profile(of: users[0]))
      _ = try store.apply(try fixture.window(of: .me, for: users[0]))
      _ = try store.apply(try fixture.window(of: .conversation(conversation), for: users[0]))
      let identifiers = RandomIdentifierSource()
      for _ in 0..<count {
        let message = PendingMessage(
          id: identifiers.next(), conversation: conversation, text: Self.text, createdAt: SystemClock().now)
        try store.enqueue(.send(message))
      }
      try store.close()
      fixture.close()
      let server = try ServerProcess(data: folder)
      defer { server.stop() }
      times.add(try await acknowledgeAll(count, in: conversation, of: users[0], folder: local, port: server.port))
      try remove(folder)
    }
    record("client", "\(count) pending messages acked after reconnect, p50", times.value(0.5), "ms", target: 300)
    record("client", "\(count) pending messages acked after reconnect, worst", times.value(1), "ms")
  }

  private func acknowledgeAll(
    _ count: Int, in conversation: ConversationID, of user: BenchUser, folder: URL, port: Int
  ) async throws -> Duration {
    let vault = MemorySessionVault()
    vault.save(
      StoredSession(
        user: user.id, session: user.session, accessToken: user.token,
        accessExpiresAt: SystemClock().now.adding(seconds: 500), refreshToken: ""))
    let start = ContinuousClock.now
    let client = try MessageAIClient(configuration: try configuration(folder, port: port, vault: vault))
    for await timeline in client.messages.observeTimeline(conversation) {
      guard timeline.items.count(where: { $0.seq != nil }) < count else { break }
    }
    let elapsed = ContinuousClock.now - start
    try await client.close()
    return elapsed
  }

  private func configuration(_ folder: URL, port: Int, vault: MemorySessionVault) throws -> ClientConfiguration {
    guard let server = URL(string: "http://127.0.0.1:\(port)") else { throw BenchError("no address") }
    return ClientConfiguration(server: server, folder: folder, device: "bench", vault: vault)
  }
}

/// What a device of a busy user holds.
struct ClientSample {
  let conversations: [ConversationID]
  private let messages: Int
  private let identifiers = RandomIdentifierSource()

  init(conversations count: Int, messages: Int) {
    self.messages = messages
    let identifiers = RandomIdentifierSource()
    conversations = (0..<count).map { _ in identifiers.next() }
  }

  /// Windows as a server sends them: direct conversations with the newest messages of each.
  func fill(_ store: ClientStore) throws {
    let now = SystemClock().now
    let me: UserID = identifiers.next()
    try store.setUser(
      Profile(id: me, rev: 1, email: "me@example.org", name: "Me", workspaceRole: .member, createdAt: now))
    for (number, conversation) in conversations.enumerated() {
      let other: UserID = identifiers.next()
      let rows = (1...Int64(messages)).map { seq in
        Message(
          id: identifiers.next(), seq: seq, rev: seq + 1, sender: seq % 2 == 0 ? me : other, text: Bench.text,
          createdAt: now.adding(milliseconds: seq))
      }
      let revision = Int64(messages) + 1
      let members = [
        Member(user: me, rev: 1, role: .member, name: "Me", readSeq: revision / 2),
        Member(user: other, rev: 1, role: .member, name: "Person \(number)", deliveredSeq: 20, readSeq: 10),
      ]
      _ = try store.apply(
        FeedDelta(
          feed: .conversation(conversation), fromRev: 0, toRev: revision, isReset: true, windowStart: 1,
          unreadBefore: 0,
          conversation: Conversation(id: conversation, rev: 1, kind: .direct, createdAt: now, createdBy: me),
          members: members, messages: rows))
    }
  }
}
