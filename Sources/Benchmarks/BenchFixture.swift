import Domain
import Foundation
import ServerCore
import StoreSQLite

#if POSTGRES
  import StorePostgres
#endif

/// A user with a session, as if they had signed in.
struct BenchUser {
  let id: UserID
  let session: SessionID
  var token = ""
}

/// Fills a store before a server opens it, without paying for passwords and for one flush a write.
final class BenchFixture {
  private let store: any ServerStore & IntelligenceStore
  private let identifiers = RandomIdentifierSource()
  private let clock = SystemClock()
  private let tokens: AccessTokens
  private let failures = Failures()

  convenience init(_ workspace: MeasuredWorkspace) throws {
    if let database = workspace.database {
      #if POSTGRES
        try self.init(store: PostgresStore(database))
      #else
        throw BenchError("This program was built without PostgreSQL: \(database) cannot be opened.")
      #endif
    } else {
      try self.init(folder: workspace.folder)
    }
  }

  convenience init(folder: URL) throws {
    try self.init(store: SQLiteStore(path: folder.appending(path: "messageai.sqlite").path))
  }

  private init(store: any ServerStore & IntelligenceStore) throws {
    self.store = store
    tokens = AccessTokens(store: store)
    store.observeCommits { [failures] in failures.collect($0) }
  }

  func makeUsers(_ count: Int) async throws -> [BenchUser] {
    let users = (0..<count).map { _ in BenchUser(id: identifiers.next(), session: identifiers.next()) }
    for (index, user) in users.enumerated() {
      let now = clock.now
      let account = AccountRecord(
        id: user.id, email: "user\(index)@example.org", name: "User \(index)", passwordHash: nil,
        workspaceRole: .member, isDisabled: false, createdAt: now)
      submit(.account(.create(try NewAccount(account))))
      let device = DeviceSession(id: user.session, device: "bench", createdAt: now, lastSeenAt: now)
      submit(
        .session(
          .create(
            user: user.id, session: device, refreshHash: SystemRandomness.bytes(32),
            expiresAt: now.adding(seconds: 86_400))))
    }
    try await settle()
    return try await withFreshTokens(users)
  }

  /// The users with new access tokens: those of before live ten minutes. Works after `close`, too.
  func withFreshTokens(_ users: [BenchUser]) async throws -> [BenchUser] {
    let commands = DirectCommandPerformer(store: store, clock: clock)
    var users = users
    for index in users.indices {
      let session = AuthenticatedSession(user: users[index].id, session: users[index].session)
      users[index].token = try await tokens.issue(for: session, now: clock.now, commands: commands).token
    }
    return users
  }

  /// One direct conversation for each two neighbours.
  func makePairs(_ users: [BenchUser]) async throws -> [ConversationID] {
    let conversations: [ConversationID] = (0..<users.count / 2).map { _ in identifiers.next() }
    for (index, conversation) in conversations.enumerated() {
      submit(
        .conversation(
          .create(
            creator: users[index * 2].id, id: conversation, kind: .direct, name: nil, members: [users[index * 2 + 1].id]
          )))
    }
    try await settle()
    return conversations
  }

  func makeGroup(_ users: [BenchUser]) async throws -> ConversationID {
    let conversation: ConversationID = identifiers.next()
    submit(
      .conversation(
        .create(
          creator: users[0].id, id: conversation, kind: .group, name: "Bench", members: users.dropFirst().map(\.id))))
    try await settle()
    return conversation
  }

  func post(_ count: Int, to conversation: ConversationID, from sender: BenchUser, text: String) async throws {
    for _ in 0..<count {
      submit(
        .message(
          .post(
            sender: sender.id, conversation: conversation, id: identifiers.next(), text: text, replyTo: nil)))
    }
    try await settle()
  }

  /// Spreads messages over the pairs of `users`; both sides post.
  func fill(_ conversations: [ConversationID], with count: Int, from users: [BenchUser], text: String) async throws {
    for number in 0..<count {
      let pair = number % conversations.count
      submit(
        .message(
          .post(
            sender: users[pair * 2 + number / conversations.count % 2].id, conversation: conversations[pair],
            id: identifiers.next(), text: text, replyTo: nil)))
      if number % 10_000 == 9_999 { try await settle() }
    }
    try await settle()
  }

  /// Groups of one person; another is in the first `count` of them.
  func makeGroups(_ rooms: Int, by maker: BenchUser, with other: BenchUser, in count: Int) async throws
    -> [ConversationID]
  {
    let conversations: [ConversationID] = (0..<rooms).map { _ in identifiers.next() }
    for (index, conversation) in conversations.enumerated() {
      submit(
        .conversation(
          .create(
            creator: maker.id, id: conversation, kind: .group, name: "Room \(index)",
            members: index < count ? [other.id] : [])))
    }
    try await settle()
    return conversations
  }

  /// Messages to the conversations in turn.
  func post(
    _ count: Int, to conversations: [ConversationID], from sender: BenchUser, words: BenchWords
  ) async throws {
    var words = words
    for number in 0..<count {
      submit(
        .message(
          .post(
            sender: sender.id, conversation: conversations[number % conversations.count], id: identifiers.next(),
            text: words.text(), replyTo: nil)))
      if number % 10_000 == 9_999 { try await settle() }
    }
    try await settle()
  }

  func search(_ words: String, for user: BenchUser) throws -> Int {
    let query = SearchQuery(words: words.split(separator: " ").map(String.init))
    return try store.search(query, for: user.id, limit: 30, before: nil).results.count
  }

  func ranked(_ words: String, for user: BenchUser) throws -> Int {
    let query = SearchQuery(words: words.split(separator: " ").map(String.init))
    return try store.keywordMatches(query, for: user.id, limit: 50).count
  }

  func feedRevs(of user: BenchUser) throws -> [FeedID: Int64] {
    try store.feedRevs(of: user.id)
  }

  func profile(of user: BenchUser) throws -> Profile {
    try store.profile(user.id)
  }

  /// What a client gets that knows nothing of the feed yet.
  func window(of feed: FeedID, for user: BenchUser) throws -> FeedDelta {
    try store.delta(of: feed, for: user.id, fromRev: 0)
  }

  /// Another device of the user's.
  func makeSession(of user: BenchUser) async throws -> SessionID {
    let now = clock.now
    let device = DeviceSession(id: identifiers.next(), device: "bench", createdAt: now, lastSeenAt: now)
    submit(
      .session(
        .create(
          user: user.id, session: device, refreshHash: SystemRandomness.bytes(32),
          expiresAt: now.adding(seconds: 86_400))))
    return device.id
  }

  func perform(_ body: WriteCommand.Body) async throws {
    _ = try await DirectCommandPerformer(store: store, clock: clock).perform(body)
  }

  /// Everything is on disk afterwards, and the file is free for a server.
  func close() {
    store.close()
  }

  private func submit(_ body: WriteCommand.Body) {
    store.submit(WriteCommand(body, at: clock.now))
  }

  /// Commands are committed in order, so the last one's answer stands for all.
  private func settle() async throws {
    let commands = DirectCommandPerformer(store: store, clock: clock)
    _ = try await commands.perform(.account(.touchLastSeen([:])))
    if let refusal = failures.first { throw refusal }
  }
}

/// The refusals among the commits of a store's thread.
private final class Failures: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var refusals: [Refusal] = []

  var first: Refusal? { lock.withLock { refusals.first } }

  func collect(_ outcomes: [CommitOutcome]) {
    for outcome in outcomes {
      if case .failure(let refusal) = outcome.result { lock.withLock { refusals.append(refusal) } }
    }
  }
}
