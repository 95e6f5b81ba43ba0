import Domain
import ServerCore

/// Turns commands into transactions: what a command does is said by `StoreTransaction.perform` and
/// `Rules`, here stand the statements. Confined to whoever holds the store's commit lock.
final class CommandWriter: StoreTransaction {
  let connection: SQLiteConnection
  let cache: ConversationCache
  let groupSize: Int
  let limits: StoreLimits
  let usage: TextUsage
  var nextOrdinal: Int64
  let statements: PostStatements
  let indexer: SearchIndexer
  /// Whether something was erased that the log, or the search index, may still hold: see
  /// `markErased`.
  private(set) var isErasureDue: Bool

  init(connection: SQLiteConnection, groupSize: Int, limits: StoreLimits) throws {
    self.connection = connection
    self.groupSize = groupSize
    self.limits = limits
    usage = try TextUsage(connection: connection, limits: limits)
    cache = ConversationCache(connection: connection)
    statements = try PostStatements(connection: connection)
    indexer = try SearchIndexer(connection: connection)
    nextOrdinal = try Self.readNextOrdinal(connection)
    isErasureDue = try Self.readErasureMark(connection)
  }

  /// Commits the commands in one transaction, in order. When SQLite fails, each is tried alone, so
  /// that only the guilty one is refused.
  func commit(_ commands: [WriteCommand]) -> [CommitOutcome] {
    do {
      return try commitTogether(commands)
    } catch {
      abandon()
      if let only = commands.first, commands.count == 1 { return [Self.outcome(of: only, failure: error)] }
    }
    return commitOneByOne(commands)
  }

  /// Messages that are not yet in the search index.
  var searchLag: Int { Int(nextOrdinal - 1 - indexer.indexed) }

  /// To be called in the transaction of whatever erases: leaves the mark by which the store rids
  /// its log of it, also after a crash.
  func markErased() throws {
    guard !isErasureDue else { return }
    try connection.run("UPDATE searchProgress SET isLogStale = 1")
    isErasureDue = true
  }

  /// The log has been emptied: what was erased is in no file any more, but perhaps in the search
  /// index.
  func didEmptyLog() throws {
    try connection.run("UPDATE searchProgress SET isLogStale = 0 WHERE isLogStale <> 0")
    isErasureDue = try indexer.isStale()
  }

  /// Makes some committed messages findable, and the pipeline's list short; `true` when every one
  /// is.
  func indexPending() throws -> Bool {
    try indexer.catchUp(before: nextOrdinal)
    guard searchLag == 0 else { return false }
    try skipSwitchedOff()
    return true
  }

  private func commitTogether(_ commands: [WriteCommand]) throws -> [CommitOutcome] {
    try connection.run("BEGIN IMMEDIATE")
    var outcomes: [CommitOutcome] = []
    outcomes.reserveCapacity(commands.count)
    for command in commands {
      let answer = try applyOrRefuse(command)
      outcomes.append(CommitOutcome(origin: command.origin, result: answer.result, changes: answer.changes))
    }
    try cache.save()
    try connection.run("COMMIT")
    cache.trim()
    return outcomes
  }

  private func commitOneByOne(_ commands: [WriteCommand]) -> [CommitOutcome] {
    var environmentalFailures = 0
    return commands.map { command in
      // A full disk fails them all: two in a row are proof enough for this group.
      if environmentalFailures >= 2 { return CommitOutcome(origin: command.origin, result: .failure(Self.unavailable)) }
      do {
        let outcomes = try commitTogether([command])
        environmentalFailures = 0
        return outcomes[0]
      } catch {
        abandon()
        if let failure = error as? SQLiteFailure, failure.isEnvironmental { environmentalFailures += 1 }
        return Self.outcome(of: command, failure: error)
      }
    }
  }

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
    // The mark may have gone with the transaction: the next command that erases leaves it again.
    isErasureDue = (try? Self.readErasureMark(connection)) ?? false
    // When even this cannot be read the old numbers stay: they are too high by the abandoned
    // messages, which harms nothing.
    if let next = try? Self.readNextOrdinal(connection) { nextOrdinal = next }
    try? usage.read()
  }

  private static func readNextOrdinal(_ connection: SQLiteConnection) throws -> Int64 {
    try connection.integer("SELECT coalesce(max(ordinal), 0) + 1 FROM messages")
  }

  private static func readErasureMark(_ connection: SQLiteConnection) throws -> Bool {
    try connection.integer("SELECT isStale OR isLogStale FROM searchProgress") != 0
  }

  private static let unavailable = Refusal(.overloaded, "The server cannot store anything now.", retryAfter: 5)

  private static func outcome(of command: WriteCommand, failure: any Error) -> CommitOutcome {
    let isEnvironmental = (failure as? SQLiteFailure)?.isEnvironmental ?? false
    let refusal = isEnvironmental ? unavailable : Refusal(.internal, "The server failed; nothing was stored.")
    return CommitOutcome(origin: command.origin, result: .failure(refusal))
  }
}
