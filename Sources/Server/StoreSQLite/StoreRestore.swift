import Domain
import Foundation
import GRDB
import ServerCore

/// Puts a backup in the place of a store. To be run by whoever holds the store's lock.
///
/// What is restored begins a history of its own: its revisions are not those that clients have seen
/// since the backup. All its sessions have ended, and its signing key and the other secrets that
/// open something are gone: no token, link or half-finished sign-in of before is good for anything.
///
/// Atomic: whatever interrupts it, the store at `path` is the former one or the restored one,
/// whole. The former one is kept under a name that nothing had.
package struct StoreRestore {
  /// In order.
  package enum Step: CaseIterable, Sendable {
    /// The backup is copied beside the store.
    case copied
    /// The copy is made a history of its own.
    case renewed
    /// The former store's log is in its file.
    case settled
    /// The former store has its second name.
    case setAside
    /// The restored store is in place.
    case replaced
  }

  package struct Outcome: Sendable {
    /// Where the former store is kept; `nil` when there was none.
    package let setAside: String?
    package let history: HistoryID
  }

  let source: String
  let path: String
  let now: Timestamp

  func run(after reached: (Step) throws -> Void) throws -> Outcome {
    let incoming = path + ".restoring"
    try copy(to: incoming)
    try reached(.copied)
    let history = try renew(incoming)
    try SQLiteStore.verify(incoming)
    try reached(.renewed)
    let isThere = FileManager.default.fileExists(atPath: path)
    if isThere { settle() }
    try reached(.settled)
    let kept = isThere ? try setAside() : nil
    try reached(.setAside)
    // A log that is still there could not be read into its file, and must not be read into the
    // other one. It has its second name.
    for suffix in ["-wal", "-shm"] { try BackupFile.removeIfPresent(path + suffix) }
    try BackupFile.move(incoming, to: path)
    try BackupFile.syncFolder(of: path)
    try reached(.replaced)
    return Outcome(setAside: kept, history: history)
  }

  private func copy(to incoming: String) throws {
    let connection = try SQLiteConnection(path: source)
    defer { connection.close() }
    try BackupFile.copy(connection, to: incoming)
  }

  /// Brings the copy's tables up to date, too: its history is kept in one that an older backup does
  /// not have.
  private func renew(_ incoming: String) throws -> HistoryID {
    var configuration = StoreFile.configuration
    configuration.journalMode = .wal
    let queue = try DatabaseQueue(path: incoming, configuration: configuration)
    try StoreFile.migrate(queue, path: incoming)
    try queue.close()
    let connection = try SQLiteConnection(path: incoming)
    defer { connection.close() }
    try connection.execute("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; BEGIN IMMEDIATE")
    try connection.run("UPDATE history SET id = randomblob(16)")
    try connection.run("UPDATE sessions SET endedAt = ? WHERE endedAt IS NULL", .time(now))
    try connection.run("DELETE FROM mails")
    try connection.run("DELETE FROM passwordResets")
    try connection.run("DELETE FROM pushDevices")
    try connection.run("DELETE FROM pushAttempts")
    for secret in ServerSecret.opening {
      try connection.run("DELETE FROM secrets WHERE name = ?", .text(secret.rawValue))
    }
    let former = try? SQLiteStore.auditHead(at: path)
    try AuditRows.insert(
      AuditEntry(after: AuditRows.head(connection), .restored(over: former), by: .commandLine, at: now),
      on: connection)
    try connection.execute("COMMIT")
    let history: HistoryID? = try connection.first("SELECT id FROM history") { try $0.id(.only) }
    guard let history, try connection.emptyLog(patience: 1_000) else {
      throw StoreFileError.notUsable(incoming, "it cannot be made a history of its own")
    }
    return history
  }

  /// A store that is too damaged for this is kept with its log beside it. SQLite would remove a log
  /// that it cannot read, so it does not come near a file that is no database.
  private func settle() {
    guard BackupFile.isDatabase(path), let connection = try? SQLiteConnection(path: path) else { return }
    _ = try? connection.emptyLog(patience: 1_000)
    connection.close()
  }

  private func setAside() throws -> String {
    let kept = try freeName()
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
      try BackupFile.addName(kept + suffix, to: path + suffix)
    }
    try BackupFile.syncFolder(of: path)
    return kept
  }

  private func freeName() throws -> String {
    for number in 1...9_999 {
      let name = path + (number == 1 ? ".replaced" : ".replaced-\(number)")
      let isFree = ["", "-wal"].allSatisfy { !FileManager.default.fileExists(atPath: name + $0) }
      if isFree { return name }
    }
    throw StoreFileError.notUsable(path, "there are too many former ones beside it")
  }
}
