import Foundation
import GRDB
import GRDBSQLite

/// The file of a store: its folder, its lock and the checks before it is used.
final class StoreFile: Sendable {
  let path: String
  /// Set while opening and closing only, by whoever owns the store.
  nonisolated(unsafe) private var lockDescriptor: Int32 = -1

  /// Makes the folder (mode 0700) when there is none, and takes the lock. Throws when another
  /// process has it.
  init(path: String) throws {
    self.path = path
    let folder = (path as NSString).deletingLastPathComponent
    if !folder.isEmpty, !FileManager.default.fileExists(atPath: folder) {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    lockDescriptor = open(path + ".lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard lockDescriptor >= 0 else { throw StoreFileError.notUsable(path, "its lock file cannot be made") }
    guard flock(lockDescriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(lockDescriptor)
      lockDescriptor = -1
      throw StoreFileError.inUse(path)
    }
  }

  deinit {
    unlock()
  }

  func unlock() {
    guard lockDescriptor >= 0 else { return }
    // Closing alone leaves the lock to a child that is just being started and has a copy.
    flock(lockDescriptor, LOCK_UN)
    close(lockDescriptor)
    lockDescriptor = -1
  }

  /// Makes the file when there is none (mode 0600), refuses foreign and newer ones, and brings the
  /// tables up to date.
  func migrate() throws { try Self.makeTables(path) }

  /// The same. With `isNew` there must be no file.
  static func makeTables(_ path: String, isNew: Bool = false) throws {
    let descriptor = open(path, O_CREAT | (isNew ? O_EXCL : 0) | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StoreFileError.notUsable(path, isNew ? "it cannot be made" : "it cannot be opened")
    }
    close(descriptor)
    var configuration = Self.configuration
    configuration.journalMode = .wal
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try migrate(queue, path: path)
    try queue.close()
  }

  /// For connections that make tables or change them: they need the search index's tokenizer, and
  /// what they drop is written over.
  static var configuration: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { database in
      guard let handle = database.sqliteConnection else { return }
      try PlacedTokenizer.register(on: handle)
      try database.execute(sql: "PRAGMA secure_delete = ON")
    }
    return configuration
  }

  static func migrate(_ queue: DatabaseQueue, path: String) throws {
    let applicationID = try queue.read { try Int32.fetchOne($0, sql: "PRAGMA application_id") }
    let tables = try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }
    guard applicationID == Schema.applicationID || (applicationID == 0 && tables == 0) else {
      throw StoreFileError.foreign(path)
    }
    let isUnfinished = try queue.read { try $0.tableExists(MovedDatabase.mark) }
    guard !isUnfinished else { throw StoreFileError.unfinished(path) }
    guard try !queue.read(Schema.migrator.hasBeenSuperseded) else { throw StoreFileError.newer(path) }
    try Schema.migrator.migrate(queue)
  }
}

/// Why a file cannot be a store.
package enum StoreFileError: Error, CustomStringConvertible, Sendable {
  case inUse(String)
  case foreign(String)
  case newer(String)
  /// A part of a workspace, which is being moved to it.
  case unfinished(String)
  case damaged(String, String)
  case notUsable(String, String)

  package var description: String {
    switch self {
    case .inUse(let path): "\(path) is in use by another process."
    case .foreign(let path): "\(path) is not a MessageAI database."
    case .newer(let path): "\(path) was written by a newer version."
    case .unfinished(let path): "\(path) holds a part of a workspace only: run \"messageai migrate\" to its end."
    case .damaged(let path, let finding): "\(path) is damaged: \(finding)"
    case .notUsable(let path, let reason): "\(path) cannot be used: \(reason)."
    }
  }
}
