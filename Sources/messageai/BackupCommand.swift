import ArgumentParser
import Foundation
import Media
import StoreSQLite

/// `messageai backup`
struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy a server's data into a file, and its files into a folder beside it; the server may be running.")

  @OptionGroup var folder: DataFolderOption
  @OptionGroup var storage: FileStorageOption

  @Argument(help: "The file to write.")
  var file: String

  func run() async throws {
    try folder.needFile(instead: "copy it with pg_dump, and the files with a copy of \(folder.filesPath).")
    await tellAuditLog()
    do {
      try SQLiteStore.backup(from: folder.databasePath, to: file)
      try SQLiteStore.verify(file)
      try await copyFiles()
    } catch let error as StoreFileError {
      throw CommandFailure(error.description)
    }
    print("Backed up \(folder.data) to \(file).")
  }

  /// Before the copy, which has the entry too. A backup is worth more than its entry: one that
  /// cannot be written, for the disk is full, does not keep anybody from it.
  private func tellAuditLog() async {
    do {
      try await AdminSession.record(.backedUp, in: folder)
    } catch {
      let reason = "The audit log does not tell of this backup: \(error)\n"
      FileHandle.standardError.write(Data(reason.utf8))
    }
  }

  /// After the database, so that every file that it names is there, but those deleted meanwhile.
  private func copyFiles() async throws {
    let digests = try SQLiteStore.fileDigests(at: file)
    let target = DataFolderOption.files(of: file)
    guard !digests.isEmpty || FileManager.default.fileExists(atPath: target) else { return }
    let copies = FileCopies(of: digests)
    do {
      let missing = try await copy(copies, to: target)
      try copies.prune(target)
      print("\(digests.count - missing) files are in \(target): keep it together with \(file).")
      if missing > 0 { print("\(missing) files of the database were not there: deleted meanwhile, or lost.") }
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure("The files could not be copied to \(target): \(error)")
    }
  }

  /// Returns how many were not there.
  private func copy(_ copies: FileCopies, to target: String) async throws -> Int {
    guard let settings = try storage.settings() else { return try copies.copy(from: folder.filesPath, to: target) }
    let backup = StoragePlace.folder(target)
    return try await StoragePlace.s3(settings).open { source in
      try await backup.open(mayMake: true) {
        try await copies.copy(from: source, to: $0, through: backup.incoming).missing
      }
    }
  }
}
