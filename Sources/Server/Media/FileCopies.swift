import Foundation
import ServerCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files of a database, wherever they are kept.
package struct FileCopies: Sendable {
  /// Something could not be read or written.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// What a comparison of a database with its files has found.
  package struct Findings: Sendable, Equatable {
    /// Files that the database has and the storage has not.
    package var missing = 0
    /// Pieces in the storage that belong to no file of the database.
    package var surplus = 0
  }

  let digests: Set<FileDigest>

  /// `digests` are those that the database has.
  package init(of digests: some Sequence<FileDigest>) {
    self.digests = Set(digests)
  }

  /// Brings every file of the database from one folder to another, where those that are there
  /// already stay. Returns how many were not in `source`.
  @discardableResult
  package func copy(from source: String, to target: String) throws -> Int {
    var missing = 0
    for digest in digests {
      let keys = [FileKey(digest)] + FileKey.imageSizes.map { FileKey(digest, size: $0) }
      for key in keys {
        let original = FolderStorage.file(of: key, in: source)
        guard access(original, R_OK) == 0 else {
          if key.size == nil { missing += 1 }
          continue
        }
        try Self.add(original, as: FolderStorage.file(of: key, in: target))
      }
    }
    return missing
  }

  /// Removes from a copy what the database does not have.
  package func prune(_ folder: String) throws {
    for key in try Self.keys(in: folder) where !digests.contains(key.digest) {
      unlink(FolderStorage.file(of: key, in: folder))
    }
  }

  /// Compares the database with the folder that has its files.
  package func check(_ folder: String) throws -> Findings {
    check(try Self.keys(in: folder))
  }

  private static func keys(in folder: String) throws -> [FileKey] {
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    return try FolderStorage.keys(in: folder)
  }

  /// A second name for the same bytes, which never change; a copy where the file system has none.
  private static func add(_ source: String, as target: String) throws {
    guard access(target, F_OK) != 0 else { return }
    let folder = (target as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    if link(source, target) != 0 {
      let partial = target + ".partial"
      unlink(partial)
      try FileManager.default.copyItem(atPath: source, toPath: partial)
      try sync(partial)
      guard rename(partial, target) == 0 else { throw Failure(description: "\(target) cannot be written.") }
    }
    try sync(folder)
  }

  private static func sync(_ path: String) throws {
    do {
      try FolderStorage.sync(path)
    } catch {
      throw Failure(description: "\(path) cannot be synced.")
    }
  }
}
