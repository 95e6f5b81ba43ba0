import ArgumentParser
import Foundation
import StoreSQLite

/// `messageai restore`
struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Put a backup in place; the server must not be running.")

  @Argument(help: "The backup.")
  var file: String

  @OptionGroup var folder: DataFolderOption

  @Flag(help: "Replace what is in the folder; the old database is kept beside it as .replaced.")
  var force = false

  func run() throws {
    do {
      try SQLiteStore.verify(file)
      guard try force || isEmpty() else {
        throw CommandFailure("\(folder.data) is not empty. Use --force to replace what is there.")
      }
      try SQLiteStore.restore(from: file, to: folder.databasePath)
    } catch StoreFileError.inUse {
      throw CommandFailure("A server is using \(folder.data). Stop it first.")
    } catch let error as StoreFileError {
      throw CommandFailure(error.description)
    }
    print("Restored \(file) to \(folder.data).")
  }

  private func isEmpty() throws -> Bool {
    guard FileManager.default.fileExists(atPath: folder.data) else { return true }
    return try FileManager.default.contentsOfDirectory(atPath: folder.data).isEmpty
  }
}
