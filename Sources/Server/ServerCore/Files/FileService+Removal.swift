import Domain
import Foundation

extension FileService {
  /// Removes what was left here of uploads that ended, on this server or on another.
  package func cleanUploads(now: Timestamp) async throws(Refusal) {
    try await work.value { [uploads] () throws(Refusal) in
      try Self.refusing {
        for path in try uploads.abandoned(before: now.adding(seconds: -Self.uploadLifetime))
        where FileManager.default.fileExists(atPath: path) {
          try FileManager.default.removeItem(atPath: path)
        }
      }
    }
  }

  /// Has uploads end with their day, and removes from storage what files no longer have. Returns
  /// how many pieces it removed. One server does it for all that share the storage.
  @discardableResult
  package func clean(now: Timestamp) async throws(Refusal) -> Int {
    _ = try await commands.perform(.file(.expire(before: now.adding(seconds: -Self.uploadLifetime))))
    try await storage.removeUnfinished()
    var count = 0
    while true {
      let removed = try await reader.read { try $0.removedFiles(limit: 100) }
      guard !removed.isEmpty else { return count }
      for digest in removed { count += try await remove(digest) }
    }
  }

  /// Removes what is stored and belongs to no file, as after a crash between storing and
  /// committing.
  package func removeOrphans() async throws(Refusal) -> Int {
    var count = 0
    for digest in Set(try await storage.keys().map(\.digest)) { count += try await remove(digest) }
    return count
  }

  /// Seconds after which an upload that was not sent goes.
  package static let uploadLifetime: Int64 = 86_400

  private func remove(_ digest: FileDigest) async throws(Refusal) -> Int {
    try await alone(with: digest) { () throws(Refusal) in
      let isInUse = try await reader.read { try $0.isInUse(digest) }
      if !isInUse {
        for size in FileKey.imageSizes + FileKey.squareSizes { try await storage.remove(FileKey(digest, size: size)) }
        try await storage.remove(FileKey(digest))
      }
      _ = try await commands.perform(.file(.forget(digest, wereRemoved: !isInUse)))
      return isInUse ? 0 : 1
    }
  }
}
