import Foundation

/// A session in a file that only its owner may read.
public struct FileSessionVault: SessionVault {
  private let file: URL

  public init(file: URL) {
    self.file = file
  }

  /// The session that is kept beside a client's local data.
  public init(folder: URL) {
    self.init(file: folder.appendingPathComponent("session.json"))
  }

  public func load() throws -> StoredSession? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try JSONDecoder().decode(StoredSession.self, from: Data(contentsOf: file))
  }

  public func save(_ session: StoredSession?) throws {
    guard let session else {
      guard FileManager.default.fileExists(atPath: file.path) else { return }
      try FileManager.default.removeItem(at: file)
      return try flushFolder()
    }
    let temporary = file.appendingPathExtension("new")
    try write(try JSONEncoder().encode(session), to: temporary)
    guard rename(temporary.path, file.path) == 0 else { throw Self.failure() }
    try flushFolder()
  }

  private func write(_ data: Data, to target: URL) throws {
    // What a crash left behind may have other permissions.
    guard unlink(target.path) == 0 || errno == ENOENT else { throw Self.failure() }
    let descriptor = open(target.path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw Self.failure() }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try handle.write(contentsOf: data)
    guard fsync(descriptor) == 0 else { throw Self.failure() }
    try handle.close()
  }

  /// The new name of a file is on disk only when its folder is.
  private func flushFolder() throws {
    let descriptor = open(file.deletingLastPathComponent().path, O_RDONLY)
    guard descriptor >= 0 else { throw Self.failure() }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw Self.failure() }
  }

  private static func failure() -> any Error {
    POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }
}
