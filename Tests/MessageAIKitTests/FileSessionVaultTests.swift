import Domain
import Foundation
import MessageAIKit
import Testing

@Suite("The session's file")
struct FileSessionVaultTests {
  private let session = StoredSession(
    user: me, session: id(9), accessToken: "access", accessExpiresAt: Timestamp(milliseconds: 5),
    refreshToken: "refresh")

  @Test("keeps a session for its owner only, over what a crash left behind, and forgets it")
  func roundTrip() throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("session.json")
      try Data("half".utf8).write(to: file.appendingPathExtension("new"))
      let vault = FileSessionVault(file: file)
      #expect(try vault.load() == nil)
      try vault.save(session)
      try vault.save(session)
      #expect(try FileSessionVault(file: file).load() == session)
      let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["session.json"])
      try vault.save(nil)
      #expect(try vault.load() == nil)
    }
  }

  @Test("says so when it cannot be written")
  func failure() throws {
    try withFolder { folder in
      let vault = FileSessionVault(file: folder.appendingPathComponent("absent/session.json"))
      #expect(throws: POSIXError.self) { try vault.save(session) }
    }
  }
}

/// Runs `body` with an empty folder and removes it.
func withFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
  let folder = try makeFolder()
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

func makeFolder() throws -> URL {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder
}
