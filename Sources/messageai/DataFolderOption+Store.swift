import Foundation
import ServerCore
import ServerHTTP
import StoreSQLite

#if POSTGRES
  import StorePostgres
#endif

/// What commands need of a database.
typealias CommandStore = WorkspaceStore & FeatureStore & OverviewStore & DiagnosticsStore & RetentionStore & ExportStore

/// A server has the data: its control socket answers.
struct DataInUse: Error {
  /// For who cannot do without the data.
  let sentence: String

  /// A server is using `place`.
  init(_ place: String) { self.init(sentence: "A server is using \(place). Stop it first.") }

  fileprivate init(sentence: String) { self.sentence = sentence }
}

/// What an export reads. `close` must be called at the end.
struct WorkspaceSource {
  let store: any ExportStore
  let close: () -> Void
}

extension DataFolderOption {
  /// Opens the store, making it when there is none. Throws a sentence for people when it is in use
  /// or damaged. With `isShared` other servers may use the database.
  func openStore(
    _ options: SQLiteStoreOptions = SQLiteStoreOptions(), isShared: Bool = false
  ) throws -> any CommandStore {
    do {
      return try openUnused(options, isShared: isShared)
    } catch let inUse as DataInUse {
      throw CommandFailure(inUse.sentence)
    }
  }

  /// The same; throws `DataInUse` when a server has it.
  func openUnused(
    _ options: SQLiteStoreOptions = SQLiteStoreOptions(), isShared: Bool = false
  ) throws -> any CommandStore {
    if let database { return try openDatabase(database, options, isShared ? .shared : .alone) }
    do {
      return try SQLiteStore(path: databasePath, options: options)
    } catch StoreFileError.inUse {
      throw DataInUse(data)
    } catch let error as StoreFileError {
      throw CommandFailure(error.description)
    }
  }

  /// Throws a sentence unless the data is in the folder; `instead` says what else to do.
  func needFile(instead: String) throws {
    guard database == nil else { throw CommandFailure("The data is in PostgreSQL: \(instead)") }
    guard FileManager.default.fileExists(atPath: databasePath) else {
      throw CommandFailure("There is no data in \(data).")
    }
  }

  /// What an export reads; a server may have it meanwhile.
  func exportSource() throws -> WorkspaceSource {
    guard let database else {
      let source = try SQLiteExportSource(path: databasePath)
      return WorkspaceSource(store: source, close: source.close)
    }
    let store = try openDatabase(database, SQLiteStoreOptions(), .reading)
    return WorkspaceSource(store: store, close: store.close)
  }

  #if POSTGRES
    private func openDatabase(
      _ address: String, _ options: SQLiteStoreOptions, _ sharing: StoreSharing
    ) throws -> any CommandStore {
      guard !FileManager.default.fileExists(atPath: databasePath) else {
        throw CommandFailure(
          "\(data) has a workspace of its own, and --database names another. Choose another folder with --data.")
      }
      let isNew = !FileManager.default.fileExists(atPath: data)
      do {
        // The control socket and uploads are there.
        try FileManager.default.createDirectory(
          atPath: data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      } catch {
        throw CommandFailure("The folder \(data) cannot be made.")
      }
      var isOpen = false
      // Only where nothing is in it.
      defer { if isNew, !isOpen { rmdir(data) } }
      do {
        let store = try PostgresStore(
          address,
          options: PostgresStoreOptions(sharing: sharing, groupSize: options.groupSize, limits: options.limits))
        isOpen = true
        return store
      } catch PostgresStoreError.inUse(let holder) {
        throw DataInUse(holder)
      } catch let error as PostgresStoreError {
        throw CommandFailure(error.description)
      }
    }
  #else
    private func openDatabase(
      _ address: String, _ options: SQLiteStoreOptions, _ sharing: StoreSharing
    ) throws -> any CommandStore {
      throw CommandFailure("This program was built without PostgreSQL: README.md says how to build it with it.")
    }
  #endif
}

#if POSTGRES
  extension DataInUse {
    fileprivate init(_ holder: PostgresStoreError.Holder) {
      switch holder {
      case .server: self.init("the database")
      case .serverWithoutBus:
        self.init(
          sentence: "A server without --bus, or a command, is using the database. "
            + "Stop it first: give --bus to all servers or to none.")
      case .serversWithBus:
        self.init(
          sentence: "Servers with --bus are using the database. Stop them first, or give --bus to all servers.")
      }
    }
  }
#endif
