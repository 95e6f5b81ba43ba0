import ArgumentParser
import Foundation
import Media
import StoreSQLite

/// `messageai restore`
struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Put a backup in place; the server must not be running.")

  @Argument(help: "The backup.")
  var file: String

  @OptionGroup var folder: DataFolderOption
  @OptionGroup var storage: FileStorageOption

  @Flag(help: "Replace what is in the folder; the old database is kept beside it under a name of its own.")
  var force = false

  func run() async throws {
    let outcome: StoreRestore.Outcome
    let lost: String?
    guard folder.database == nil else {
      throw CommandFailure("The data is in PostgreSQL: put it back with pg_restore.")
    }
    do {
      try SQLiteStore.verify(file)
      guard try force || isEmpty() else {
        throw CommandFailure("\(folder.data) is not empty. Use --force to replace what is there.")
      }
      lost = try await restoreFiles()
      outcome = try SQLiteStore.restore(from: file, to: folder.databasePath)
    } catch StoreFileError.inUse {
      throw CommandFailure("A server is using \(folder.data). Stop it first.")
    } catch let error as StoreFileError {
      throw CommandFailure(error.description)
    }
    print("Restored \(file) to \(folder.data).")
    if let kept = outcome.setAside { print("The database that was there is kept as \(kept).") }
    print(Self.advice)
    // The rest is restored; who runs this by a script must hear of it.
    if let lost { throw CommandFailure("Restored, but \(lost)") }
  }

  /// Before the database, so that a file is there when it is named. Returns a sentence when some
  /// are missing.
  private func restoreFiles() async throws -> String? {
    let digests = try SQLiteStore.fileDigests(at: file)
    guard !digests.isEmpty else { return nil }
    do {
      let missing = try await restore(FileCopies(of: digests))
      return missing == 0 ? nil : "\(missing) of \(digests.count) files are not in \(DataFolderOption.files(of: file))."
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure("The files could not be restored: \(error)")
    }
  }

  /// Returns how many were not in the backup.
  private func restore(_ copies: FileCopies) async throws -> Int {
    let source = DataFolderOption.files(of: file)
    guard let settings = try storage.settings() else { return try copies.copy(from: source, to: folder.filesPath) }
    let target = StoragePlace.s3(settings)
    return try await target.open { storage in
      try await StoragePlace.folder(source).open {
        try await copies.copy(from: $0, to: storage, through: target.incoming).missing
      }
    }
  }

  private static let advice = """
    Everybody has to sign in again: all sessions have ended, and there is a new signing key.
    A restore cannot know what happened after the backup was made. Check it with "messageai admin user list":
    - passwords that were changed since are the former ones again: reset those that had to go;
    - accounts that were disabled or deleted since are open again, and roles are as they were;
    - people who were taken out of groups since are in them again, and accounts elsewhere that were unlinked since are
      linked again;
    - messages that were deleted since are there again, and newer ones are not.
    """

  private func isEmpty() throws -> Bool {
    guard FileManager.default.fileExists(atPath: folder.data) else { return true }
    return try FileManager.default.contentsOfDirectory(atPath: folder.data).isEmpty
  }
}
