import Foundation

/// A session in a file that only its owner may read.
public struct FileSessionVault: SessionVault {
  private let file: URL

  public init(file: URL) {
    self.file = file
  }

  public func load() throws -> StoredSession? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try JSONDecoder().decode(StoredSession.self, from: Data(contentsOf: file))
  }

  public func save(_ session: StoredSession?) throws {
    let manager = FileManager.default
    guard let session else {
      if manager.fileExists(atPath: file.path) { try manager.removeItem(at: file) }
      return
    }
    let temporary = file.appendingPathExtension("new")
    if manager.fileExists(atPath: temporary.path) { try manager.removeItem(at: temporary) }
    let data = try JSONEncoder().encode(session)
    guard manager.createFile(atPath: temporary.path, contents: data, attributes: [.posixPermissions: 0o600]) else {
      throw CocoaError(.fileWriteUnknown)
    }
    guard rename(temporary.path, file.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
