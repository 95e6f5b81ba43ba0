import Crypto
import Domain
import Foundation
import Media
import ServerCore
import TestSupport
import Testing

/// What any storage of files must do.
@Suite("File storages")
struct FileStorageTests {
  @Test("a folder keeps files")
  func folder() async throws {
    try await Shelf.run { shelf in
      try await keepsFiles(FolderStorage(path: shelf.path + "/files", work: FileWork()), shelf)
    }
  }

  @Test("an S3 server keeps files, listed in pages")
  func bucket() async throws {
    try await MotoServer.run { moto in
      try await Shelf.run { shelf in
        try await shelf.storage(moto, pageSize: 3) { try await keepsFiles($0, shelf) }
      }
      #expect(try await moto.openUploads() == [])
    }
  }

  private func keepsFiles(_ storage: some FileStorage, _ shelf: Shelf) async throws {
    #expect(try await storage.keys() == [])
    try await storage.removeUnfinished()

    // Read as it was stored, in any range; larger than a part of an S3 upload too.
    var kept: [FileKey] = []
    for count in [0, 1, 300_000, 20 << 20] {
      let (path, bytes, key) = try shelf.file(count)
      try await storage.store(path, as: key)
      kept.append(key)
      #expect(try await storage.size(of: key) == Int64(count))
      let length = Int64(count)
      for range in [0..<length, length / 3..<length / 2, max(0, length - 1)..<length, 0..<min(1, length)] {
        let read = try await Self.read(storage, key, range)
        #expect(read.elementsEqual(bytes[Int(range.lowerBound)..<Int(range.upperBound)]), "\(count) \(range)")
      }
    }

    // The same again changes nothing; a form has a key of its own.
    let (path, bytes, key) = try shelf.file(5_000)
    try await storage.store(path, as: key)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    try await storage.store(path, as: key)
    for size in FileKey.imageSizes {
      try Data([UInt8(size % 251)]).write(to: URL(fileURLWithPath: path))
      try await storage.store(path, as: FileKey(key.digest, size: size))
    }
    #expect(try await Self.read(storage, key, 0..<5_000) == bytes)
    #expect(try await Self.read(storage, FileKey(key.digest, size: 320), 0..<1) == [69])
    kept += [key] + FileKey.imageSizes.map { FileKey(key.digest, size: $0) }

    #expect(try await Set(storage.keys()) == Set(kept))
    #expect(try await storage.keys().count == kept.count)

    // What looks like an answer of a server is a file like others.
    let text = [UInt8]("<Error><Code>NoSuchKey</Code></Error>".utf8)
    try Data(text).write(to: URL(fileURLWithPath: path))
    let odd = FileKey(FileDigest(bytes: SHA256.hash(data: text)))
    try await storage.store(path, as: odd)
    #expect(try await Self.read(storage, odd, 0..<Int64(text.count)) == text)
    try await storage.remove(odd)

    // Removed once or twice it is gone, and nothing else is.
    try await storage.remove(key)
    try await storage.remove(key)
    #expect(try await storage.size(of: key) == nil)
    #expect(try await Set(storage.keys()) == Set(kept).subtracting([key]))
    let refusal = await #expect(throws: Refusal.self) { try await Self.read(storage, key, 0..<10) }
    #expect(refusal?.code == .internal)
  }

  static func read(_ storage: some FileStorage, _ key: FileKey, _ range: Range<Int64>) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await piece in storage.read(key, range) {
      #expect(piece.count <= FilePieces.largest)
      bytes += piece
    }
    return bytes
  }
}

/// A folder for files that shall be stored.
struct Shelf: Sendable {
  let path: String

  static func run(_ body: (Shelf) async throws -> Void) async throws {
    let shelf = Shelf(path: NSTemporaryDirectory() + "messageai-shelf-\(UUID())")
    try FileManager.default.createDirectory(atPath: shelf.path, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: shelf.path) } }
    try await body(shelf)
  }

  /// A file of so many bytes, which tell where in it they are.
  func file(_ count: Int) throws -> (path: String, bytes: [UInt8], key: FileKey) {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      for index in 0..<count { buffer[index] = UInt8(truncatingIfNeeded: index &* 31 &+ index >> 8 &+ count) }
      filled = count
    }
    let path = "\(self.path)/\(UUID())"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return (path, bytes, FileKey(FileDigest(bytes: SHA256.hash(data: bytes))))
  }

  /// A storage of moto's, reached as `environment` says.
  func storage(
    _ moto: MotoServer, prefix: String = "files", bucket: String? = nil, environment: [String: String]? = nil,
    pageSize: Int = 1_000, _ body: (S3Storage) async throws -> Void
  ) async throws {
    var patience = S3Patience()
    patience.pause = .milliseconds(1)
    let storage = S3Storage(
      try S3Settings("s3://\(bucket ?? moto.bucket)/\(prefix)", environment: environment ?? moto.environment()),
      work: FileWork(), patience: patience, pageSize: pageSize)
    do {
      try await body(storage)
      try await storage.shutdown()
    } catch {
      try await storage.shutdown()
      throw error
    }
  }
}
