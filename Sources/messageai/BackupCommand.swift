import ArgumentParser
import Foundation
import StoreSQLite

/// `messageai backup`
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy a server's data into one file; the server may be running.")

  @OptionGroup var folder: DataFolderOption

  @Argument(help: "The file to write.")
  var file: String

  func run() throws {
    guard FileManager.default.fileExists(atPath: folder.databasePath) else {
      throw CommandFailure("There is no data in \(folder.data).")
    }
    do {
      try SQLiteStore.backup(from: folder.databasePath, to: file)
      try SQLiteStore.verify(file)
    } catch let error as StoreFileError {
      throw CommandFailure(error.description)
    }
    print("Backed up \(folder.data) to \(file).")
  }
}
