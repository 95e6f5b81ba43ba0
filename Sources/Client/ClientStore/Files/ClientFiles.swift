import Foundation

/// Where a store keeps files: a folder beside its database, or one of its own until it is closed.
struct ClientFiles: Sendable {
  let folder: URL
  let isTemporary: Bool

  init(besides path: String?) {
    isTemporary = path == nil
    folder =
      path.map { URL(fileURLWithPath: $0 + "-files", isDirectory: true) }
      ?? FileManager.default.temporaryDirectory.appendingPathComponent(
        "messageai-\(UUID().uuidString)", isDirectory: true)
  }

  /// A folder in it, made when missing and readable by its owner only.
  func make(_ name: String) throws -> URL {
    let url = folder.appendingPathComponent(name, isDirectory: true)
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return url
  }

  /// The names in one of its folders; none when it is missing.
  func names(_ name: String) throws -> [String] {
    let path = folder.appendingPathComponent(name, isDirectory: true).path
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: path)
  }

  func remove(_ url: URL) throws {
    do {
      try FileManager.default.removeItem(at: url)
    } catch let error as CocoaError where error.code == .fileNoSuchFile {
      // It is gone already.
    }
  }
}
