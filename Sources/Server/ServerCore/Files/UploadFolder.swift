import Domain
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The bytes of uploads that are not complete. How far one is, is how long its file is: nothing
/// else has to be kept for going on after a crash. Blocking: used on threads for files only.
package struct UploadFolder: Sendable {
  package let path: String

  /// Makes the folder if there is none.
  package init(path: String) throws {
    self.path = path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  package func file(of id: AttachmentID) -> String { "\(path)/\(id)" }

  /// Bytes that have come; 0 when there are none.
  package func size(of id: AttachmentID) -> Int64 { Self.size(at: file(of: id)) ?? 0 }

  package static func size(at path: String) -> Int64? {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : nil
  }

  /// Adds bytes at `offset`, which is where the file ends. Throws `overloaded` when the disk does
  /// not take them.
  package func append(_ bytes: [UInt8], to id: AttachmentID, at offset: Int64) throws(Refusal) {
    let descriptor = open(file(of: id), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written, off_t(offset) + off_t(written))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure }
      written += count
    }
  }

  package func remove(_ id: AttachmentID) {
    unlink(file(of: id))
  }

  /// What was last written to before that time.
  package func abandoned(before time: Timestamp) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).map { "\(path)/\($0)" }.filter { path in
      var status = stat()
      // What is gone meanwhile is not there to be removed.
      return stat(path, &status) == 0 && Int64(Self.seconds(status)) * 1_000 < time.milliseconds
    }
  }

  /// When the file was last written to, since 1970.
  private static func seconds(_ status: stat) -> Int {
    #if canImport(Glibc)
      status.st_mtim.tv_sec
    #else
      status.st_mtimespec.tv_sec
    #endif
  }

  /// The first bytes of a file.
  package static func head(of path: String, _ count: Int) -> [UInt8] {
    guard let file = FileHandle(forReadingAtPath: path) else { return [] }
    defer { try? file.close() }
    return (try? file.read(upToCount: count)).map { [UInt8]($0) } ?? []
  }

  /// The disk does not take it.
  package static let failure = Refusal(.overloaded, "The file cannot be stored now.", retryAfter: 5)
}
