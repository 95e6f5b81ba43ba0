import ArgumentParser
import Foundation
import StoreSQLite

/// Where a server keeps everything it knows.
struct DataFolderOption: ParsableArguments {
  @Option(help: "Folder of the server's data. Environment: MESSAGEAI_DATA.")
  var data: String = Environment.text("DATA") ?? "./data"

  /// The database inside the folder.
  var databasePath: String { (data as NSString).appendingPathComponent("messageai.sqlite") }

  /// Opens the store, making the folder when there is none. Throws a sentence for people when it is
  /// in use or damaged.
  func openStore(_ options: SQLiteStoreOptions = SQLiteStoreOptions()) throws -> SQLiteStore {
    do {
      return try SQLiteStore(path: databasePath, options: options)
    } catch StoreFileError.inUse {
      throw CommandFailure("A server is using \(data). Stop it first.")
    } catch let error as StoreFileError {
      throw CommandFailure(error.description)
    }
  }
}
