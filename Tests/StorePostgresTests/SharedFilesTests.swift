import Dispatch
import Domain
import Foundation
import Media
import ServerCore
import Synchronization
import TestSupport
import Testing

@testable import StorePostgres

@Suite("Servers of one database with the same files")
struct SharedFilesTests {
  /// Stands still between storing and committing until the test lets it go on.
  private final class StallingStorage: FileStorage {
    private let storage: any FileStorage
    private let stored = AsyncStream<Void>.makeStream()
    private let released = AsyncStream<Void>.makeStream()

    init(_ storage: any FileStorage) {
      self.storage = storage
    }

    func store(_ path: String, as key: FileKey) async throws(Refusal) {
      try await storage.store(path, as: key)
      stored.continuation.finish()
      for await _ in released.stream {}
    }

    func waitUntilStored() async {
      for await _ in stored.stream {}
    }

    func goOn() { released.continuation.finish() }

    func size(of key: FileKey) async throws(Refusal) -> Int64? { try await storage.size(of: key) }
    func read(_ key: FileKey, _ range: Range<Int64>) -> FilePieces { storage.read(key, range) }
    func remove(_ key: FileKey) async throws(Refusal) { try await storage.remove(key) }
    func keys() async throws(Refusal) -> [FileKey] { try await storage.keys() }
    func removeUnfinished() async throws(Refusal) {}
  }

  private func service(_ store: PostgresStore, _ storage: any FileStorage, _ folder: String) throws -> FileService {
    let work = FileWork()
    return FileService(
      reader: StoreReader(store: store, work: work),
      commands: DirectCommandPerformer(store: store, clock: SystemClock()), uploads: try UploadFolder(path: folder),
      storage: storage, images: nil, documents: nil, work: work, idle: work, leases: store)
  }

  private func open(_ schema: TestSchema) throws -> PostgresStore {
    try PostgresStore(
      schema.address,
      options: PostgresStoreOptions(schema: schema.name, sharing: .shared, commit: .threads, patience: .seconds(60)))
  }

  @Test("a server that removes what nobody has leaves what another is about to commit")
  func removal() async throws {
    let schema = try TestSchema()
    let folder = NSTemporaryDirectory() + "messageai-files-\(UUID())"
    let stores = try (0..<2).map { _ in try open(schema) }
    defer {
      stores.forEach { $0.close() }
      #expect(throws: Never.self) {
        try schema.remove()
        try FileManager.default.removeItem(atPath: folder)
      }
    }
    let storage = try FolderStorage(path: folder + "/files", work: FileWork())
    let stalling = StallingStorage(storage)
    let uploader = try service(stores[0], stalling, folder + "/first")
    let remover = try service(stores[1], storage, folder + "/second")
    let ada = try await account(in: stores[0])
    let draft = Attachment(
      id: RandomIdentifierSource().next(), kind: .file, name: "note.txt", type: "text/plain", bytes: 3)
    _ = try await uploader.begin(draft, by: ada)
    async let uploaded = uploader.append(
      AsyncStream<[UInt8]> { continuation in
        continuation.yield([1, 2, 3])
        continuation.finish()
      }, to: draft.id, at: 0, isLast: true, by: ada)

    await stalling.waitUntilStored()
    await #expect(throws: Refusal.self, "another server has the bytes") { _ = try await remover.removeOrphans() }
    stalling.goOn()
    #expect(try await uploaded.file.isComplete)
    #expect(try await remover.removeOrphans() == 0)
    #expect(try await remover.content(of: draft.id, size: nil, for: ada).size == 3)
  }

  private func account(in store: PostgresStore) async throws -> UserID {
    let fixture = StoreFixture(StoreUnderTest(store: store) { Pause.short() })
    return try fixture.user()
  }
}
