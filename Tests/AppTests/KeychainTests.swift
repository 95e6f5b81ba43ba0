import Domain
import Foundation
import MessageAIKit
import OSLog
import Security
import Testing

@testable import MessageAIDevice

extension PlatformTests {
  @Suite("A session in the Keychain")
  struct KeychainTests {
    private let vault = KeychainSessionVault(accessGroup: "TEAM.org.messageai.shared")

    init() { ShimKeychain.reset() }

    private func session(_ token: String) throws -> StoredSession {
      StoredSession(
        user: try #require(UserID("00000000-0000-7000-8000-000000000001")),
        session: try #require(SessionID("00000000-0000-7000-8000-000000000002")), accessToken: token,
        accessExpiresAt: Timestamp(milliseconds: 1), refreshToken: "refresh")
    }

    @Test("it is kept once, replaced, found by another process of the group, and erased")
    func life() throws {
      #expect(try vault.load() == nil)
      try vault.save(session("one"))
      try vault.save(session("two"))
      #expect(ShimKeychain.items.count == 1)
      #expect(try KeychainSessionVault(accessGroup: "TEAM.org.messageai.shared").load() == session("two"))
      try vault.save(nil)
      try vault.save(nil)
      #expect(try vault.load() == nil && ShimKeychain.items.isEmpty)
    }

    @Test("it stays on this device, is readable from the first unlock on, and belongs to the group")
    func protection() throws {
      try vault.save(session("one"))
      let item = try #require(ShimKeychain.items.first)
      #expect(item[kSecClass] as? String == kSecClassGenericPassword)
      #expect(item[kSecAttrAccessible] as? String == kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly)
      #expect(item[kSecAttrAccessGroup] as? String == "TEAM.org.messageai.shared")
    }

    @Test("a Keychain that refuses is an error with a reason, never a lost session")
    func locked() throws {
      ShimKeychain.reset(failure: errSecInteractionNotAllowed)
      defer { ShimKeychain.reset() }
      let locked = KeychainError(status: errSecInteractionNotAllowed)
      #expect(locked.isLocked)
      #expect(throws: locked) { try vault.load() }
      #expect(throws: locked) { try vault.save(session("one")) }
      #expect(throws: locked) { try vault.save(nil) }
    }
  }

  @Suite("The log")
  struct LogTests {
    @Test("ids and what errors say are private; what happened and the error's kind are not")
    func redaction() {
      let log = AppLog(.transfers)
      log.note("An upload has begun", id: "00000000-0000-7000-8000-00000000abcd")
      log.failed("It was refused", Refusal(.invalid, "the secret words"))
      let entries = ShimLog.entries.suffix(2)
      #expect(entries.first == "transfers: An upload has begun <private>")
      #expect(entries.last == "transfers: It was refused: refused/invalid <private>")
    }
  }
}
