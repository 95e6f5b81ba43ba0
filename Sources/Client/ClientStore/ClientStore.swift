import Domain
import Foundation
import GRDB

/// What a device holds: copies of the server's rows, the outbox, and what only this device knows,
/// in one SQLite database.
///
/// Every method is one transaction, may be called from any thread, and holds no state outside the
/// database: closing and opening again is the same as a crash. Methods that promise something to
/// the user are on disk when they return.
package final class ClientStore: Sendable {
  let database: any DatabaseWriter
  let clock: any WallClock
  let commits = CommitSignal()
  let admission = Admission()
  /// Bytes of files that wait to be sent.
  let outgoing: OutgoingFolder
  /// Copies of files that were fetched; erased with the copies of the rows.
  package let cache: FileCache
  /// What `PRAGMA synchronous` stands at. Used by the writer only; `nil` until it has set it.
  nonisolated(unsafe) private var durability: String?

  /// Opens the file, making or migrating it; `nil` keeps everything in memory.
  ///
  /// Throws `ClientStoreError.tooNew` when a newer version of the app wrote the file.
  package convenience init(path: String?, clock: any WallClock) throws {
    try self.init(path: path, clock: clock, migrator: Schema.migrator())
  }

  package init(path: String?, clock: any WallClock, migrator: DatabaseMigrator) throws {
    self.clock = clock
    let files = ClientFiles(besides: path)
    outgoing = OutgoingFolder(files)
    cache = FileCache(files, clock: clock)
    if let path {
      var configuration = Configuration()
      configuration.busyMode = .timeout(5)
      // What is deleted is gone from the file, and not only out of sight.
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA secure_delete = ON") }
      database = try DatabasePool(path: path, configuration: configuration)
    } else {
      database = try DatabaseQueue()
    }
    try open(migrator)
  }

  /// Opens a database in memory that lives for as long as one store with this name is open: for
  /// tests that crash and reopen.
  package init(sharedMemory name: String, clock: any WallClock) throws {
    self.clock = clock
    let files = ClientFiles(besides: nil)
    outgoing = OutgoingFolder(files)
    cache = FileCache(files, clock: clock)
    database = try DatabaseQueue(named: name)
    try open(Schema.migrator())
  }

  private func open(_ migrator: DatabaseMigrator) throws {
    try migrate(migrator)
    try outgoing.removeAll(but: Set(try database.read(OutgoingFileRecord.ids)))
    try cache.removeUnfinished()
    database.add(transactionObserver: commits, extent: .observerLifetime)
    database.add(transactionObserver: FileSweeper(outgoing), extent: .databaseLifetime)
  }

  /// Closes the database; every later call throws, and streams end at the next change.
  package func close() throws {
    admission.close()
    try database.close()
    try outgoing.forget()
  }

  private func migrate(_ migrator: DatabaseMigrator) throws {
    guard try !database.read({ try migrator.hasBeenSuperseded($0) }) else { throw ClientStoreError.tooNew }
    try migrator.migrate(database)
  }

  // MARK: - Transactions

  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try admission.within { try database.read(body) }
  }

  /// A transaction whose loss in a power failure is repaired by the next sync: atomic, but not
  /// waited for on disk.
  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try transaction(synchronous: "NORMAL", body)
  }

  /// A transaction that is on disk when this returns. The pragma has to be set here: the pool
  /// resets it when it opens.
  func writeDurably<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try transaction(synchronous: "FULL", body)
  }

  private func writeWithoutTransaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try admission.within { try database.writeWithoutTransaction(body) }
  }

  private func transaction<Value>(synchronous: String, _ body: (Database) throws -> Value) throws -> Value {
    try writeWithoutTransaction { db in
      if durability != synchronous {
        try db.execute(sql: "PRAGMA synchronous = \(synchronous)")
        durability = synchronous
      }
      var value: Value?
      try db.inTransaction(.immediate) {
        value = try body(db)
        return .commit
      }
      guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
      return value
    }
  }
}

// MARK: - The user

extension ClientStore {
  /// Remembers who is signed in. When somebody else was, everything of theirs is erased first.
  package func setUser(_ profile: Profile) throws {
    let hasErased = try writeDurably { db in
      let former = try AccountRecord.user(db)
      let isAnother = former != nil && former != profile.id
      if isAnother { try Self.erase(db) }
      try AccountRecord.save(profile.id, db)
      try ProfileRecord.upsert(profile, db)
      return isAnother
    }
    if hasErased {
      try emptyLog()
      try cache.erase()
    }
  }

  /// Who is signed in on this device.
  package func user() throws -> UserID? {
    try read(AccountRecord.user)
  }

  package func profile() throws -> Profile? {
    try read(ProfileRecord.find)
  }

  /// Erases everything, the outbox, the drafts and all files included: signing out. Nothing of it
  /// is left in the database or in its log.
  package func wipe() throws {
    try writeDurably(Self.erase)
    try emptyLog()
    try cache.erase()
  }

  /// Erases all but the user and the outbox: the session has ended, and whoever holds the device
  /// reads nothing of it any more. What was sent and has not arrived goes out after the same user's
  /// next sign-in. Nothing else is left in the database, in its log, or of files.
  package func eraseCopies() throws {
    try writeDurably { try Self.erase(Schema.feedTableNames + ["watermark", "draft"], $0) }
    try emptyLog()
    try cache.erase()
  }

  /// Until then the log holds copies of the pages as they were.
  func emptyLog() throws {
    try writeWithoutTransaction { db in
      do {
        try db.checkpoint(.truncate)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        // Somebody still reads the state of before: the log is written over from its beginning by
        // what comes next.
      }
    }
  }

  private static func erase(_ db: Database) throws {
    try erase(Schema.feedTableNames + Schema.localTableNames, db)
  }

  private static func erase(_ tables: [String], _ db: Database) throws {
    for table in tables { try db.execute(sql: "DELETE FROM \(table)") }
  }

  // MARK: - Drafts

  /// Keeps the composer's text; `nil` or empty clears it. Nothing is kept of a conversation that
  /// the device does not hold: a composer that closes because its user has signed out comes too
  /// late.
  package func saveDraft(_ text: String?, in conversation: ConversationID) throws {
    try writeDurably { db in
      let conversation = try FormerConversation.resolve(conversation, db)
      if let text, !text.isEmpty {
        guard try ConversationRecord.find(conversation, db) != nil else { return }
        try db.run("INSERT OR REPLACE INTO draft (conversation, text) VALUES (?, ?)", [conversation.blob, text])
      } else {
        try db.run("DELETE FROM draft WHERE conversation = ?", [conversation.blob])
      }
    }
  }

  package func draft(in conversation: ConversationID) throws -> String? {
    try read { db in
      let conversation = try FormerConversation.resolve(conversation, db)
      return try db.row("SELECT text FROM draft WHERE conversation = ?", [conversation.blob]).map { $0[0] }
    }
  }
}
