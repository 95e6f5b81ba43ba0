import Domain
import Foundation
import GRDBSQLite
import ServerCore

extension SQLiteStore {
  /// Copies one committed state into a new file, which appears under `path` only when it is whole.
  /// Writers go on meanwhile.
  package func backup(to path: String) throws {
    try read { connection in try BackupFile.copy(connection, to: path) }
  }

  /// The same for a store that may be open in another process.
  package static func backup(from source: String, to path: String) throws {
    let connection = try SQLiteConnection(path: source)
    defer { connection.close() }
    try BackupFile.copy(connection, to: path)
  }

  /// Puts the backup at `source` in place of the store at `path`, after checking that it is whole,
  /// ours and not newer than this program. See `StoreRestore`. Throws `inUse` while a server has
  /// the store open.
  @discardableResult
  package static func restore(
    from source: String, to path: String, clock: any WallClock = SystemClock(),
    after reached: (StoreRestore.Step) throws -> Void = { _ in }
  ) throws -> StoreRestore.Outcome {
    try verify(source)
    let file = try StoreFile(path: path)
    defer { file.unlock() }
    return try StoreRestore(source: source, path: path, now: clock.now).run(after: reached)
  }

  /// The digests of all complete files that the store at `path` has; the store may be open
  /// elsewhere.
  package static func fileDigests(at path: String) throws -> [FileDigest] {
    let connection = try SQLiteConnection(path: path)
    defer { connection.close() }
    guard try connection.integer("PRAGMA user_version") >= 13 else { return [] }
    return try connection.all("SELECT DISTINCT digest FROM files WHERE digest IS NOT NULL") {
      FileDigest($0.text(.only))
    }.compactMap(\.self)
  }

  /// Where the audit log of the store at `path` ends; the store may be open elsewhere. `nil` for a
  /// store that has none, or is not there.
  package static func auditHead(at path: String) throws -> AuditHead? {
    guard BackupFile.isDatabase(path) else { return nil }
    let connection = try SQLiteConnection(path: path)
    defer { connection.close() }
    guard try connection.integer("PRAGMA user_version") >= 20 else { return nil }
    return try AuditRows.head(connection)
  }

  /// Throws a `StoreFileError` unless the file is a whole store that this program can open.
  package static func verify(_ path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else {
      throw StoreFileError.notUsable(path, "it does not exist")
    }
    do {
      let connection = try SQLiteConnection(path: path)
      defer { connection.close() }
      guard try connection.integer("PRAGMA application_id") == Int64(Schema.applicationID) else {
        throw StoreFileError.foreign(path)
      }
      guard try connection.integer("PRAGMA user_version") <= Schema.version else { throw StoreFileError.newer(path) }
      guard try !StoreFile.isUnfinished(connection) else { throw StoreFileError.unfinished(path) }
      let findings = try connection.all("PRAGMA integrity_check(1)") { $0.text(.only) }
      guard findings == ["ok"] else { throw StoreFileError.damaged(path, findings.first ?? "no answer") }
    } catch let failure as SQLiteFailure {
      throw StoreFileError.damaged(path, failure.message)
    }
  }
}

/// Files of backups.
enum BackupFile {
  static func copy(_ source: SQLiteConnection, to path: String) throws {
    let partial = path + ".partial"
    try removeIfPresent(partial)
    let descriptor = open(partial, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StoreFileError.notUsable(path, "it cannot be written") }
    close(descriptor)
    do {
      try fill(partial, from: source)
      try removeIfPresent(path + "-wal")
      try removeIfPresent(path + "-shm")
      try move(partial, to: path)
      try syncFolder(of: path)
    } catch {
      // The copy's own failure is what the caller must hear; a partial file is overwritten by the
      // next try.
      unlink(partial)
      throw error
    }
  }

  private static func fill(_ path: String, from source: SQLiteConnection) throws {
    let target = try SQLiteConnection(path: path)
    defer { target.close() }
    try target.execute("PRAGMA synchronous = FULL")
    guard let backup = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
      throw SQLiteConnection.failure(of: target.handle)
    }
    let stepped = sqlite3_backup_step(backup, -1)
    let finished = sqlite3_backup_finish(backup)
    guard stepped == SQLITE_DONE, finished == SQLITE_OK else { throw SQLiteConnection.failure(of: target.handle) }
  }

  /// Renames; what was at `target` is replaced.
  static func move(_ path: String, to target: String) throws {
    guard rename(path, target) == 0 else { throw StoreFileError.notUsable(target, "it cannot be replaced") }
  }

  /// Whether the file begins like one of SQLite's.
  static func isDatabase(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    return (try? file.read(upToCount: 16)) == Data("SQLite format 3\0".utf8)
  }

  /// Gives the file a second name, which must be free; a copy where the file system knows no second
  /// names.
  static func addName(_ name: String, to path: String) throws {
    guard link(path, name) != 0 else { return }
    guard errno == EPERM || errno == ENOTSUP || errno == ENOSYS else {
      throw StoreFileError.notUsable(name, "it cannot be made")
    }
    try FileManager.default.copyItem(atPath: path, toPath: name)
    let descriptor = open(name, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreFileError.notUsable(name, "it cannot be opened") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw StoreFileError.notUsable(name, "it cannot be synced") }
  }

  static func removeIfPresent(_ path: String) throws {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw StoreFileError.notUsable(path, "it cannot be removed")
    }
  }

  /// Makes renames durable.
  static func syncFolder(of path: String) throws {
    let folder = (path as NSString).deletingLastPathComponent
    let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreFileError.notUsable(path, "its folder cannot be opened") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw StoreFileError.notUsable(path, "its folder cannot be synced") }
  }
}
