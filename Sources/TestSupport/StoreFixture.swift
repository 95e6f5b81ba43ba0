import Domain
import Foundation
import ServerCore

/// A store with everything at hand that a test needs to act on it and to hear what it reports.
package final class StoreFixture: Sendable {
  package let store: any ServerStore
  private let drainOnce: @Sendable () -> Void
  private let lock = NSLock()
  nonisolated(unsafe) private var reported: [CommitOutcome] = []
  nonisolated(unsafe) private var counter: UInt64 = 0
  package static let start = Timestamp(milliseconds: 1_800_000_000_000)

  package init(_ subject: StoreUnderTest) {
    store = subject.store
    drainOnce = subject.drain
    store.observeCommits { [self] outcomes in lock.withLock { reported += outcomes } }
  }

  package func drain() {
    while store.queueDepth > 0 { drainOnce() }
  }

  /// A fresh id; later ones are greater.
  package func id<Entity>() -> Identifier<Entity> {
    lock.withLock {
      counter += 1
      return Identifier(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0000 | counter)
    }
  }

  /// Outcomes reported since the last call.
  package func takeOutcomes() -> [CommitOutcome] {
    lock.withLock {
      defer { reported = [] }
      return reported
    }
  }

  package func submit(
    _ body: WriteCommand.Body, at time: Timestamp = StoreFixture.start, by actor: AuditActor? = nil
  ) {
    store.submit(WriteCommand(body, at: time, by: actor))
  }

  /// Commits one command and answers its outcome.
  package func commit(
    _ body: WriteCommand.Body, at time: Timestamp = StoreFixture.start, by actor: AuditActor? = nil
  ) throws -> CommitOutcome {
    drain()
    _ = takeOutcomes()
    submit(body, at: time, by: actor)
    drain()
    let outcomes = takeOutcomes()
    try expectEqual(outcomes.count, 1, "outcomes of one command")
    return outcomes[0]
  }

  @discardableResult
  package func perform(
    _ body: WriteCommand.Body, at time: Timestamp = StoreFixture.start, by actor: AuditActor? = nil
  ) throws -> CommitResult {
    try commit(body, at: time, by: actor).result.get()
  }

  /// Throws unless the command is refused with `code`, and without changes.
  package func expectRefusal(
    _ code: ErrorCode, _ body: WriteCommand.Body, at time: Timestamp = StoreFixture.start, by actor: AuditActor? = nil
  ) throws {
    let outcome = try commit(body, at: time, by: actor)
    guard case .failure(let refusal) = outcome.result else {
      throw ContractViolation(description: "\(body) was not refused with \(code)")
    }
    try expectEqual(refusal.code, code, "refusal of \(body)")
    try expect(outcome.changes.isEmpty, "a refusal reports changes")
  }

  /// Throws unless the read is refused as not found.
  package func expectNotFound(_ what: String, _ read: () throws -> Void) throws {
    do {
      try read()
    } catch let refusal as Refusal {
      return try expectEqual(refusal, Refusal.notFound, what)
    }
    throw ContractViolation(description: "\(what) was not refused")
  }

  // MARK: Things

  package func user(_ name: String = "Ada", email: String? = nil) throws -> UserID {
    let user: UserID = id()
    let record = AccountRecord(
      id: user, email: email ?? "u\(user.low & 0xFFFF)@example.org", name: name, passwordHash: "hash",
      workspaceRole: .member, isDisabled: false, createdAt: Self.start)
    try perform(.account(.create(NewAccount(record))))
    return user
  }

  package func group(_ creator: UserID, _ members: [UserID], name: String = "Team") throws -> ConversationID {
    let conversation: ConversationID = id()
    try perform(.conversation(.create(creator: creator, id: conversation, kind: .group, name: name, members: members)))
    return conversation
  }

  package func direct(_ creator: UserID, _ other: UserID) throws -> ConversationID {
    let result = try perform(
      .conversation(.create(creator: creator, id: id(), kind: .direct, name: nil, members: [other])))
    guard case .conversation(let row, _) = result else { throw ContractViolation(description: "no conversation") }
    return row.id
  }

  @discardableResult
  package func post(
    _ text: String, by sender: UserID, in conversation: ConversationID, id message: MessageID? = nil,
    replyTo: MessageID? = nil, attachments: [AttachmentReference] = []
  ) throws -> Message {
    try delta(
      .message(
        .post(
          sender: sender, conversation: conversation, id: message ?? id(), text: text, replyTo: replyTo,
          attachments: attachments))
    ).messages[0]
  }

  /// The delta that a message command answers with.
  package func delta(_ body: WriteCommand.Body, at time: Timestamp = StoreFixture.start) throws -> FeedDelta {
    guard case .message(let delta) = try perform(body, at: time) else {
      throw ContractViolation(description: "not answered with a message")
    }
    try expectEqual(delta.messages.count, 1, "messages of an answer")
    return delta
  }

  package func window(_ conversation: ConversationID, _ asker: UserID) throws -> FeedDelta {
    try store.delta(of: .conversation(conversation), for: asker, fromRev: 0)
  }

  package func member(_ user: UserID, in conversation: ConversationID, asker: UserID) throws -> Member {
    try require(window(conversation, asker).members.first { $0.user == user }, "member row")
  }

  package func search(_ words: String, _ asker: UserID) throws -> [MessageID] {
    let query = SearchQuery(words: words.split(separator: " ").map(String.init))
    return try store.search(query, for: asker, limit: 50, before: nil).results.map(\.message.id)
  }
}

/// The clock of contract tests: stores under test must be given it.
package struct ContractClock: WallClock {
  package init() {}

  package var now: Timestamp { StoreFixture.start }
}
