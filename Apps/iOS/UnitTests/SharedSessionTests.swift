import Domain
import Foundation
import MessageAIDevice
import MessageAIKit
import Testing

/// The system's own Keychain, in the group that the app's entitlements name.
@Suite("The session that app and extension share")
struct SharedSessionTests {
  private let vault = DeviceGroup().vault

  private func session(_ token: String) throws -> StoredSession {
    StoredSession(
      user: try #require(UserID("00000000-0000-7000-8000-000000000001")),
      session: try #require(SessionID("00000000-0000-7000-8000-000000000002")), accessToken: token,
      accessExpiresAt: Timestamp(milliseconds: 1), refreshToken: "refresh")
  }

  @Test("it is kept, replaced, found by who opens the Keychain anew, and erased, also twice")
  func life() throws {
    let former = try vault.load()
    try vault.save(session("one"))
    try vault.save(session("two"))
    #expect(try DeviceGroup().vault.load() == session("two"))
    try vault.save(nil)
    try vault.save(nil)
    #expect(try vault.load() == nil)
    // Whoever was signed in on this simulator stays so.
    try vault.save(former)
  }
}
