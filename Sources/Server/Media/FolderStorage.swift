import CLinux
import Domain
import Foundation
import ServerCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Keeps files in a folder: each under its key, in one of 256 folders.
///
/// A file is synced, renamed to its place, and its folder synced: after a crash it is there whole
/// or not at all.
package struct FolderStorage: FileStorage {
  private let path: String
  private let work: any WorkExecutor

  /// Makes the folder if there is none. `work` blocks for the disk.
  package init(path: String, work: any WorkExecutor) throws {
    self.path = path
    self.work = work
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  package func store(_ path: String, as key: FileKey) async throws(Refusal) {
    try await work.value { () throws(Refusal) in
      let target = file(of: key)
      let folder = (target as NSString).deletingLastPathComponent
      if mkdir(folder, 0o700) == 0 {
        try Self.sync(self.path)
      } else if errno != EEXIST {
        throw Self.failure
      }
      chmod(path, 0o600)
      try Self.sync(path, size: Int(UploadFolder.size(at: path) ?? 0))
      guard rename(path, target) == 0 else { throw Self.failure }
      try Self.sync(folder)
    }
  }

  package func size(of key: FileKey) async throws(Refusal) -> Int64? {
    try await work.value { () throws(Refusal) in UploadFolder.size(at: file(of: key)) }
  }

  package func read(_ key: FileKey, _ range: Range<Int64>) -> FilePieces {
    let path = file(of: key)
    return FilePieces(range) { piece in
      try await work.value { () throws(Refusal) in try Self.read(path, piece) }
    }
  }

  package func remove(_ key: FileKey) async throws(Refusal) {
    try await work.value { () throws(Refusal) in
      guard unlink(file(of: key)) == 0 || errno == ENOENT else { throw Self.failure }
    }
  }

  package func keys() async throws(Refusal) -> [FileKey] {
    try await work.value { () throws(Refusal) in
      do {
        return try Self.keys(in: path)
      } catch {
        throw Self.failure
      }
    }
  }

  /// A file is renamed to its place or was never there.
  package func removeUnfinished() async throws(Refusal) {}

  private func file(of key: FileKey) -> String { Self.file(of: key, in: path) }

  /// Where a folder has a key.
  static func file(of key: FileKey, in folder: String) -> String {
    "\(folder)/\(key.digest.text.prefix(2))/\(key.name)"
  }

  /// Every key that a folder has.
  static func keys(in folder: String) throws -> [FileKey] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.utf8.count == 2 }.flatMap { part in
      try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(part)").compactMap { FileKey(name: $0) }
    }
  }

  /// The whole range of a file, which is there.
  static func read(_ path: String, _ range: Range<Int64>) throws(Refusal) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw gone }
    defer { close(descriptor) }
    let count = Int(range.count)
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let read = pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(range.lowerBound) + off_t(filled))
        if read < 0, errno == EINTR { continue }
        guard read > 0 else {
          isWhole = false
          return
        }
        filled += read
      }
    }
    guard isWhole else { throw gone }
    return bytes
  }

  /// Bytes that go to the disk at once.
  private static let piece = 128 << 10

  /// Makes a file, or the names in a folder, durable.
  ///
  /// On Linux the first `size` bytes go to the disk a piece after the other: somebody else's
  /// message, which is flushed to the same disk, waits for one piece and not for all.
  static func sync(_ path: String, size: Int = 0) throws(Refusal) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure }
    defer { close(descriptor) }
    #if os(Linux)
      for start in stride(from: 0, to: size, by: piece) {
        // What it does not bring there, the flush does.
        _ = sync_file_range(descriptor, start, piece, UInt32(SYNC_RANGE_AND_WAIT))
      }
    #endif
    guard fsync(descriptor) == 0 else { throw failure }
  }

  private static let failure = UploadFolder.failure
  private static let gone = Refusal(.internal, "The bytes of a file are missing.")
}
