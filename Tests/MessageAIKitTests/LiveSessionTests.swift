import Domain
import Foundation
import MessageAIKit
import TestSupport
import Testing

@Suite("The SDK against the server: sessions")
struct LiveSessionTests {
  /// Whether the client's database or its log holds the word.
  private func holds(_ word: String, _ folder: URL) throws -> Bool {
    try ["client.sqlite", "client.sqlite-wal"].contains { name in
      let file = folder.appendingPathComponent(name)
      guard FileManager.default.fileExists(atPath: file.path) else { return false }
      return try Data(contentsOf: file).range(of: Data(word.utf8)) != nil
    }
  }

  @Test("a renewed session knows still with whose account it was begun")
  func provider() async throws {
    try await LiveFixture.run { fixture in
      let vault = MemorySessionVault()
      let client = try fixture.client(vault: vault)
      let acme = IdentityProvider(id: "acme", name: "Acme")
      let start = try await client.identities.begin(with: acme, returnTo: "app")
      let code = fixture.server.identities.vouch(for: "ada", email: "ada@acme.example", state: start.state)
      let first = IdentityAnswer(token: start.token, code: code, state: start.state)
      guard case .needsName(let token, _, _) = try await client.identities.claim(first, with: acme) else {
        Issue.record("no name is asked for")
        return
      }
      _ = try await client.identities.claim(IdentityAnswer(token: token, name: "Ada"), with: acme)
      let begun = try #require(vault.load())
      fixture.clock.advance(milliseconds: 11 * 60_000)
      _ = try await client.auth.sessions()
      let renewed = try #require(vault.load())
      #expect(renewed.accessToken != begun.accessToken && renewed.provider == acme && begun.provider == acme)
      #expect(await client.identities.provider() == acme)
    }
  }

  /// What a device keeps of Ada's session, which it has closed.
  private static func kept(_ fixture: LiveFixture) async throws -> (vault: MemorySessionVault, StoredSession) {
    let vault = MemorySessionVault()
    let ada = try fixture.client("ada", vault: vault)
    _ = try await ada.signUp("ada")
    try await ada.untilOnline()
    try await fixture.close(ada)
    return (vault, try #require(vault.load()))
  }

  @Test("a session's tokens go to its own server and to no other, which leaves it as it was")
  func otherServer() async throws {
    try await LiveFixture.run { fixture in
      let (vault, kept) = try await Self.kept(fixture)
      // The same server by another address would take the tokens: only the client can know better.
      let address = try #require(URL(string: "http://localhost:\(fixture.server.http.port)"))
      let configuration = ClientConfiguration(
        server: address, folder: fixture.folder.appendingPathComponent("ada"), device: "test", clock: fixture.clock,
        vault: vault)
      let elsewhere = try MessageAIClient(configuration: configuration)
      await #expect(throws: ClientError.signedOut) { try await elsewhere.auth.sessions() }
      try await elsewhere.until(.signedOut)
      try await elsewhere.close()
      let notifications = try NotificationClient(configuration: configuration)
      await #expect(throws: ClientError.signedOut) {
        try await notifications.content(of: try #require(ReminderID("00000000-0000-7000-8000-000000000001")))
      }
      try await notifications.close()
      #expect(vault.load() == kept)
      let back = try fixture.client("ada", vault: vault)
      #expect(try await back.auth.sessions().count == 1)
    }
  }

  @Test("what an earlier version kept without an address goes on, and has one after the next renewal")
  func keptWithoutAddress() async throws {
    try await LiveFixture.run { fixture in
      let (vault, kept) = try await Self.kept(fixture)
      var old = kept
      old.server = nil
      vault.save(old)
      let again = try fixture.client("ada", vault: vault)
      #expect(try await again.auth.sessions().count == 1)
      fixture.clock.advance(milliseconds: 11 * 60_000)
      _ = try await again.auth.sessions()
      #expect(vault.load()?.server == URL(string: "http://127.0.0.1:\(fixture.server.http.port)"))
    }
  }

  /// Ada's client on the folder "ada", signed out from another device; the message "unsent-canary"
  /// waits in it.
  private func revoked(_ fixture: LiveFixture) async throws -> (
    client: MessageAIClient, me: UserID, room: ConversationID
  ) {
    let (ada, profile) = try await fixture.signedUp("ada", folder: "ada")
    let room = try await ada.conversations.createGroup(name: "Team", members: [])
    _ = try await ada.send("received-canary", to: room)
    try await ada.timeline(room, "sent") { $0.isSettled && $0.items.count == 1 }
    try await ada.conversations.saveDraft("draft-canary", in: room)
    try await fixture.stopServer()
    _ = try await ada.send("unsent-canary", to: room)
    try await fixture.close(ada)
    try await fixture.startServer()
    let other = try fixture.client()
    _ = try await other.signIn("ada")
    for session in try await other.auth.sessions() where !session.current {
      try await other.auth.endSession(session.id)
    }
    let again = try fixture.client("ada")
    try await again.until(.signedOut)
    return (again, profile.id, room)
  }

  @Test("a session ended from another device leaves only what waits to be sent, for the same user's next sign-in")
  func revokedSession() async throws {
    try await LiveFixture.run { fixture in
      let (ada, me, room) = try await revoked(fixture)
      let folder = fixture.folder.appendingPathComponent("ada")
      try await first(in: ada.auth.observeProfile(), "no profile") { $0 == nil }
      try await first(in: ada.conversations.observeConversations(), "no conversations") { $0.isEmpty }
      for word in ["received-canary", "draft-canary", "Team"] { #expect(try !holds(word, folder), "\(word)") }
      #expect(try holds("unsent-canary", folder))
      await #expect(throws: ClientError.signedOut) { try await ada.users.searchUsers("a") }
      await #expect(throws: Refusal.notFound) { try await ada.send("typed too late", to: room) }
      #expect(try await ada.signIn("ada").id == me)
      try await ada.timeline(room, "sent at last") { $0.texts == ["received-canary", "unsent-canary"] && $0.isSettled }
    }
  }

  @Test("who signs in on a device where somebody's session was ended finds nothing of theirs, in the file neither")
  func strangerAfterRevocation() async throws {
    try await LiveFixture.run { fixture in
      let (ada, _, room) = try await revoked(fixture)
      _ = try await ada.signUp("eve")
      try await ada.untilOnline()
      await #expect(throws: Refusal.notFound) { try await ada.send("into the dark", to: room) }
      let folder = fixture.folder.appendingPathComponent("ada")
      for word in ["canary", "Team"] { #expect(try !holds(word, folder), "\(word)") }
    }
  }

  @Test("a device whose session was ended forgets also when its process dies before it has erased anything")
  func erasedAtTheNextStart() async throws {
    try await LiveFixture.run { fixture in
      let (ada, _) = try await fixture.signedUp("ada", folder: "ada")
      let room = try await ada.conversations.createGroup(name: "Team", members: [])
      _ = try await ada.send("received-canary", to: room)
      try await ada.timeline(room, "sent") { $0.isSettled && $0.items.count == 1 }
      try await fixture.close(ada)
      // As the extension leaves it that was told first.
      let again = try fixture.client("ada", vault: MemorySessionVault())
      try await again.until(.signedOut)
      try await first(in: again.conversations.observeConversations(), "no conversations") { $0.isEmpty }
      #expect(try !holds("received-canary", fixture.folder.appendingPathComponent("ada")))
    }
  }

  @Test("signing out ends the session on the server also when the access token has run out")
  func signOutLate() async throws {
    try await LiveFixture.run { fixture in
      let (ada, _) = try await fixture.signedUp("ada")
      fixture.clock.advance(milliseconds: 11 * 60_000)
      try await ada.auth.signOut()
      let other = try fixture.client()
      _ = try await other.signIn("ada")
      #expect(try await other.auth.sessions().map(\.current) == [true])
    }
  }

  @Test("signing out erases what the device holds, and the server has ended the session")
  func signOut() async throws {
    try await LiveFixture.run { fixture in
      let vault = CountingVault()
      let ada = try fixture.client("ada", vault: vault)
      _ = try await ada.signUp("ada")
      try await ada.untilOnline()
      let room = try await ada.conversations.createGroup(name: "Team", members: [])
      _ = try await ada.send("secret", to: room)
      let session = try #require(vault.load())
      try await ada.auth.signOut()
      #expect(vault.load() == nil)
      try await ada.until(.signedOut)
      try await first(in: ada.auth.observeProfile(), "no profile") { $0 == nil }
      try await first(in: ada.conversations.observeConversations(), "no conversations") { $0.isEmpty }
      let answer = try await fixture.server.http.send("GET", "/v1/me", token: session.accessToken)
      #expect(answer.status == 401)
    }
  }

  @Test("frames that are on their way while the user signs out leave nothing behind", arguments: 0..<5)
  func signOutUnderFire(round: Int) async throws {
    try await LiveFixture.run { fixture in
      let author = try await fixture.server.user("bob")
      let reader = try await fixture.server.user("ada")
      let room = try await author.group("Team", reader)
      let ada = try fixture.client("ada")
      _ = try await ada.signIn("ada")
      try await ada.untilHeld(room)
      let socket = try await author.socket()
      let storm = Task {
        for ref in Int64(1)...200 { try await socket.post("secret \(ref)", in: room, ref: ref) }
      }
      try await ada.timeline(room, "some") { $0.items.count > 20 }
      try await ada.auth.signOut()
      try await storm.value
      try await fixture.close(ada)
      let again = try fixture.client("ada")
      try await again.until(.signedOut)
      let list = try await first(in: again.conversations.observeConversations()) { _ in true }
      #expect(list.isEmpty)
    }
  }

  @Test("a second account on the same folder sees nothing of the first, before and after its sync")
  func secondAccount() async throws {
    try await LiveFixture.run { fixture in
      let (ada, _) = try await fixture.signedUp("ada", folder: "shared")
      let room = try await ada.conversations.createGroup(name: "Ada's", members: [])
      _ = try await ada.send("secret", to: room)
      let eve = try await ada.signUp("eve")
      try await ada.untilOnline()
      let profile = try await first(in: ada.auth.observeProfile(), "eve") { $0?.id == eve.id }
      #expect(profile?.name == "eve")
      let list = try await first(in: ada.conversations.observeConversations()) { _ in true }
      #expect(list.isEmpty)
      await #expect(throws: Refusal.notFound) { try await ada.send("into the dark", to: room) }
    }
  }

  @Test("twenty calls with an access token that has run out make one refresh")
  func oneRefresh() async throws {
    try await LiveFixture.run { fixture in
      let vault = CountingVault()
      let ada = try fixture.client(vault: vault)
      _ = try await ada.signUp("ada")
      try await ada.untilOnline()
      let saves = vault.saves
      fixture.clock.advance(milliseconds: 11 * 60_000)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<20 { group.addTask { _ = try await ada.users.searchUsers("a") } }
        try await group.waitForAll()
      }
      #expect(vault.saves == saves + 1)
    }
  }

  @Test("every one of the calls that wait for a refresh that fails is told that nobody is signed in")
  func failedRefresh() async throws {
    try await LiveFixture.run { fixture in
      let (ada, _) = try await fixture.signedUp("ada")
      let other = try fixture.client()
      _ = try await other.signIn("ada")
      let sessions = try await other.auth.sessions()
      fixture.clock.advance(milliseconds: 11 * 60_000)
      for session in sessions where !session.current { try await other.auth.endSession(session.id) }
      let errors = await withTaskGroup(of: ClientError?.self) { group in
        for _ in 0..<20 {
          group.addTask {
            do {
              _ = try await ada.users.searchUsers("a")
              return nil
            } catch { return error as? ClientError }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(errors == Array(repeating: ClientError.signedOut, count: 20))
      try await ada.until(.signedOut)
    }
  }

  @Test("a deleted account leaves nothing on the device")
  func deletedAccount() async throws {
    try await LiveFixture.run { fixture in
      let (ada, _) = try await fixture.signedUp("ada")
      _ = try await ada.conversations.createGroup(name: "Team", members: [])
      try await ada.auth.deleteAccount(password: "correct horse ada")
      try await ada.until(.signedOut)
      try await first(in: ada.conversations.observeConversations(), "nothing") { $0.isEmpty }
    }
  }

  @Test("the profile and the password change; a wrong password is refused")
  func account() async throws {
    try await LiveFixture.run { fixture in
      let (ada, _) = try await fixture.signedUp("ada")
      _ = try await ada.auth.updateProfile(ProfileChange(name: "Ada L"))
      try await first(in: ada.auth.observeProfile(), "the name") { $0?.name == "Ada L" }
      await #expect(throws: Refusal.self) {
        try await ada.auth.changePassword(current: "wrong password", new: "a better password")
      }
      try await ada.auth.changePassword(current: "correct horse ada", new: "a better password")
      try await ada.untilOnline()
    }
  }

  @Test("where nobody listens a call says so at once, long before a connection would be given up")
  func unreachable() async throws {
    try await LiveFixture.run { fixture in
      let ada = try fixture.client()
      try await fixture.stopServer()
      let clock = ContinuousClock()
      let start = clock.now
      await #expect(throws: ClientError.offline) { _ = try await ada.signUp("ada") }
      #expect(clock.now - start < .seconds(12), "the first request is given up after 15")
    }
  }
}

/// A vault in memory that counts what it is given.
final class CountingVault: SessionVault {
  private let lock = NSLock()
  nonisolated(unsafe) private var session: StoredSession?
  nonisolated(unsafe) private var counted = 0

  var saves: Int { lock.withLock { counted } }

  func load() -> StoredSession? { lock.withLock { session } }

  func save(_ session: StoredSession?) {
    lock.withLock {
      self.session = session
      counted += 1
    }
  }
}
