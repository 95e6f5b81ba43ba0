import Crypto
import Domain
import Foundation
import ServerCore

/// Between storages of any kind.
extension FileCopies {
  package struct Outcome: Sendable, Equatable {
    /// Pieces that were copied: files and smaller forms of images.
    package var copied = 0
    /// Files of the database that are not in the target.
    package var missing = 0
  }

  /// Brings every file of the database from one storage to another, where those that are there
  /// already stay, so a copy that was cut off goes on. Each goes through a file in `folder`, which
  /// is made and removed. Nothing is removed from `source`.
  package func copy(
    from source: any FileStorage, to target: any FileStorage, through folder: String
  ) async throws -> Outcome {
    let there = Set(try await target.keys())
    let wanted = try await source.keys().filter { key in
      digests.contains(key.digest) && key.size.map(FileKey.imageSizes.contains) ?? true
    }
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer {
      // What is left over is empty, or a copy of what is in `source`.
      try? FileManager.default.removeItem(atPath: folder)
    }
    var outcome = Outcome()
    for key in wanted where !there.contains(key) {
      // One that was deleted meanwhile is not missed.
      guard let size = try await source.size(of: key) else { continue }
      let path = "\(folder)/\(key.name)"
      try await Self.fetch(key, size, from: source, to: path)
      try await target.store(path, as: key)
      if access(path, F_OK) == 0 { try FileManager.default.removeItem(atPath: path) }
      guard try await target.size(of: key) == size else {
        throw Failure(description: "\(key.name) is not in its new place as it was.")
      }
      outcome.copied += 1
    }
    let kept = Set(try await target.keys())
    outcome.missing = digests.count { !kept.contains(FileKey($0)) }
    return outcome
  }

  /// Compares the database with the keys of a storage.
  package func check(_ keys: [FileKey]) -> Findings {
    let whole = Set(keys.filter { $0.size == nil }.map(\.digest))
    return Findings(missing: digests.subtracting(whole).count, surplus: keys.count { !digests.contains($0.digest) })
  }

  /// Throws unless the bytes of a file are those that its digest says.
  private static func fetch(
    _ key: FileKey, _ size: Int64, from source: any FileStorage, to path: String
  ) async throws {
    guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let file = FileHandle(forWritingAtPath: path)
    else { throw Failure(description: "\(path) cannot be written.") }
    var hash = SHA256()
    do {
      for try await piece in source.read(key, 0..<size) {
        hash.update(data: piece)
        try file.write(contentsOf: piece)
      }
      try file.close()
    } catch {
      try? file.close()
      throw error
    }
    guard key.size != nil || FileDigest(bytes: hash.finalize()) == key.digest else {
      throw Failure(description: "\(key.name) is damaged: its bytes are not those that its name says.")
    }
  }
}
