import GRDB

/// Removes the bytes of files once a transaction that took out their rows is committed. What it
/// cannot remove goes at the next start.
final class FileSweeper: TransactionObserver {
  private let folder: OutgoingFolder
  /// Used on the writer's queue only.
  private var hasDeleted = false

  init(_ folder: OutgoingFolder) {
    self.folder = folder
  }

  func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
    if case .delete(let tableName) = kind { tableName == "outgoingFile" } else { false }
  }

  func databaseDidChange(with event: DatabaseEvent) {
    hasDeleted = true
    stopObservingDatabaseChangesUntilNextTransaction()
  }

  func databaseDidCommit(_ db: Database) {
    guard hasDeleted else { return }
    hasDeleted = false
    do {
      try folder.removeAll(but: Set(OutgoingFileRecord.ids(db)))
    } catch {
      // The message is settled whatever becomes of its copy: the next start removes it.
    }
  }

  func databaseDidRollback(_ db: Database) {
    hasDeleted = false
  }
}
