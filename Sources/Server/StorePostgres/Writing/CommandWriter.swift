import Domain
import ServerCore

/// Turns commands into transactions: what a command does is said by `StoreTransaction.perform` and
/// `Rules`, here stand the statements. Each lane has one, with a connection of its own.
///
/// Locks are taken in one order: the workspace's, shared or alone, then those of conversations by
/// key, then counters of people by key. So no two writers, of this server or of others, wait for
/// each other.
final class CommandWriter: StoreTransaction {
  /// How often a transaction is begun anew that others stood in the way of.
  private static let attempts = 5

  private let access: PostgresAccess
  private let lease: PostgresLease?
  private(set) var connection: PostgresConnection
  let cache = ConversationCache()
  let groupSize: Int
  let limits: StoreLimits
  let usage: TextUsage
  /// Ids of messages, among those that the group posts, that are in use.
  private var knownMessages: Set<MessageID> = []

  init(
    access: PostgresAccess, lease: PostgresLease?, groupSize: Int, limits: StoreLimits,
    now: @escaping @Sendable () -> Double
  ) throws {
    self.access = access
    self.lease = lease
    self.groupSize = groupSize
    self.limits = limits
    usage = TextUsage(limits: limits, now: now)
    connection = try access.connect()
  }

  func close() { connection.close() }

  // Not optimized, with the two below: with -O an error's text was freed twice, and the server
  // ended, when PostgreSQL restarted under load (`scripts/harden cluster`).

  /// Commits the commands in one transaction, in order. When PostgreSQL fails, each is tried alone,
  /// so that only the guilty one is refused.
  @_optimize(none)
  func commit(_ commands: [WriteCommand], _ lock: CommitLock) -> [CommitOutcome] {
    do {
      return try commitTogether(commands, lock)
    } catch {
      if let only = commands.first, commands.count == 1 { return [Self.outcome(of: only, failure: error)] }
      if let failure = error as? PostgresFailure, failure.isEnvironmental {
        return commands.map { Self.outcome(of: $0, failure: failure) }
      }
    }
    return commands.map { command in
      do {
        return try commitTogether([command], lock)[0]
      } catch {
        return Self.outcome(of: command, failure: error)
      }
    }
  }

  @_optimize(none)
  private func commitTogether(_ commands: [WriteCommand], _ lock: CommitLock) throws -> [CommitOutcome] {
    var attempt = 1
    while true {
      let problem: any Error
      do {
        return try attemptCommit(commands, lock)
      } catch {
        problem = error
      }
      abandon()
      guard let kind = (problem as? PostgresFailure)?.kind, [.contention, .duplicate, .connection].contains(kind),
        attempt < Self.attempts
      else { throw problem }
      attempt += 1
    }
  }

  @_optimize(none)
  private func attemptCommit(_ commands: [WriteCommand], _ lock: CommitLock) throws -> [CommitOutcome] {
    if connection.isBroken {
      // Who lost one connection may have lost all, and another server may have begun: then the
      // connection stays broken, so that the next attempt comes here too.
      try lease?.renew()
      connection = try access.connect()
    }
    let transaction = try begin(commands, lock)
    var outcomes: [CommitOutcome] = []
    outcomes.reserveCapacity(commands.count)
    for command in commands {
      let answer = try applyOrRefuse(command)
      outcomes.append(CommitOutcome(origin: command.origin, result: answer.result, changes: answer.changes))
    }
    try cache.save(on: connection)
    try usage.save(on: connection)
    if let loss = try commitOrLose() {
      // The server that comes back knows whether it was a commit.
      connection = try access.connect()
      guard try isCommitted(transaction) else { throw loss }
    }
    usage.didCommit()
    cache.endTransaction()
    return outcomes
  }

  /// Commits. Answers why the answer was lost, where it was.
  private func commitOrLose() throws -> PostgresFailure? {
    do {
      try connection.commit()
      return nil
    } catch {
      guard let failure = error as? PostgresFailure, failure.kind == .connection else { throw error }
      return failure
    }
  }

  /// Begins the transaction, takes its locks and reads what its commands name, in one go. Answers
  /// the transaction's number.
  private func begin(_ commands: [WriteCommand], _ lock: CommitLock) throws -> Int64 {
    try connection.begin()
    try connection.queue(lock.statement, .integer(access.lockKey))
    try connection.queue("SELECT pg_current_xact_id()::text::bigint AS number")
    let named = GroupNames(commands)
    try cache.queueLock(named.conversations, isLocking: lock == .shared, on: connection)
    try connection.queue("SELECT id FROM messages WHERE id = ANY(?)", .array(named.messages))
    try usage.queueRead(named.senders, on: connection)
    let results = try connection.wait()
    // After `BEGIN` and the lock.
    try cache.readLocked(results[3], on: connection)
    knownMessages = Set(try results[4].rows { try $0.id(.only) })
    usage.read(results[5])
    return results[2].rows { $0.integer(.only) }.first ?? 0
  }

  private func isCommitted(_ transaction: Int64) throws -> Bool {
    let status = try connection.first(
      "SELECT pg_xact_status(?::text::xid8) AS status", .text(String(transaction))
    ) { $0.optionalText("status") }
    return status == "committed"
  }

  /// Whether the message's id is new in this transaction, and from now on in use.
  func claim(_ message: MessageID) -> Bool { knownMessages.insert(message).inserted }

  private func applyOrRefuse(_ command: WriteCommand) throws -> CommandAnswer {
    do {
      return try perform(command)
    } catch let refusal as Refusal {
      return CommandAnswer(refusal: refusal)
    }
  }

  /// Forgets everything that the failed transaction may have put into memory.
  private func abandon() {
    connection.rollback()
    cache.removeAll()
    usage.forget()
  }

  private static let unavailable = Refusal(.overloaded, "The server cannot store anything now.", retryAfter: 5)

  private static func outcome(of command: WriteCommand, failure: any Error) -> CommitOutcome {
    // A store's error: it no longer has its lease.
    let isPassing =
      (failure as? PostgresFailure).map { $0.isEnvironmental || $0.isWorthRetrying } ?? (failure is PostgresStoreError)
    let refusal = isPassing ? unavailable : Refusal(.internal, "The server failed; nothing was stored.")
    return CommitOutcome(origin: command.origin, result: .failure(refusal))
  }
}

/// What the commands of a group name, to be read before they are applied.
private struct GroupNames {
  private(set) var conversations: Set<ConversationID> = []
  private(set) var messages: Set<MessageID> = []
  private(set) var senders: Set<UserID> = []

  init(_ commands: [WriteCommand]) {
    for command in commands {
      switch command.body {
      case .message(.post(let sender, let conversation, let message, _, _, _)):
        conversations.insert(conversation)
        messages.insert(message)
        senders.insert(sender)
      case .message(.edit(let asker, let conversation, _, _, _)):
        conversations.insert(conversation)
        senders.insert(asker)
      case .member(.advanceWatermarks(let conversation, _)): conversations.insert(conversation)
      default: break
      }
    }
  }
}
