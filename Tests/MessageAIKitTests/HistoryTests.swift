import ClientStore
import Domain
import Foundation
import GRDB
import MessageAIKit
import StoreSQLite
import TestSupport
import Testing
import WireProtocol

@Suite("The client engine on a restored server")
struct EngineHistoryTests {
  private let former: HistoryID = id(500)
  private let restored: HistoryID = id(501)

  /// Online in the former history with a window of five messages, a watermark, a draft and a
  /// message that waits.
  private func stale() throws -> EngineFixture {
    let fixture = try EngineFixture()
    fixture.handle(.start)
    fixture.open(history: former)
    fixture.hear(.delta(window(messages: 5)), .delta(window(otherRoom, messages: 3)), .synced)
    fixture.drop()
    try fixture.store.setLocalRead(room, seq: 5, markUnread: false)
    try fixture.store.saveDraft("half a", in: room)
    try fixture.post(50)
    _ = fixture.take()
    return fixture
  }

  @Test("names the history that its cursors are of")
  func hello() throws {
    let fixture = try stale()
    fixture.fire(.reconnect)
    fixture.handle(.token("t"), .opened)
    guard case .hello(_, _, _, let known, _, let history)? = fixture.take().first else {
      Issue.record("no hello")
      return
    }
    #expect(history == former)
    #expect(known[.conversation(room)] == 6)
  }

  @Test(
    "a welcome of another history ends all copies and watermarks; outbox and drafts stay, and it ends like a fresh client"
  )
  func otherHistory() throws {
    let fixture = try stale()
    fixture.fire(.reconnect)
    fixture.open(history: restored)
    #expect(try fixture.store.cursors().isEmpty)
    #expect(try fixture.store.summaries().isEmpty)
    #expect(try fixture.store.unsentWatermarks().isEmpty)
    #expect(try fixture.store.outbox().map(\.operation.message) == [id(50)])
    #expect(try fixture.store.draft(in: room) == "half a")
    // Fewer messages than it had, and one of them another one under the same seq and revision.
    var now = window(messages: 2)
    now.messages[1] = message(7_000, seq: 2, rev: 3)
    fixture.hear(.delta(now), .synced)
    #expect(fixture.take().sends.map { $0.id } == [id(50)])
    let fresh = try EngineFixture()
    fresh.handle(.start)
    fresh.open(history: restored)
    fresh.hear(.delta(now), .synced)
    #expect(try fixture.store.snapshot().rooms == fresh.store.snapshot().rooms)
    fixture.restart()
    fixture.handle(.start)
    fixture.handle(.token("t"), .opened)
    guard case .hello(_, _, _, _, _, restored)? = fixture.take().first else {
      Issue.record("the new history is not kept")
      return
    }
  }

  @Test("a welcome of the same history, or of a server that names none, changes nothing", arguments: [true, false])
  func sameHistory(isNamed: Bool) throws {
    let fixture = try stale()
    let held = try fixture.store.snapshot()
    fixture.fire(.reconnect)
    fixture.open(history: isNamed ? former : nil)
    fixture.hear(.synced)
    #expect(try fixture.store.snapshot() == held)
    #expect(try fixture.store.history() == former)
  }

  @Test("pages and windows of another history are not applied; those of the one that is known are")
  func pages() throws {
    let fixture = try EngineFixture()
    fixture.handle(.start)
    fixture.open(history: former)
    var held = window(messages: 2)
    held.messages = [message(1_060, seq: 60, rev: 61), message(1_061, seq: 61, rev: 62)]
    held.windowStart = 60
    fixture.hear(.delta(held), .synced)
    let before = try fixture.store.snapshot()
    var page = MessagePage(
      conversation: room, messages: [message(1_059, seq: 59, rev: 60)], windowStart: 59, unreadBefore: 0,
      hasMore: true, history: restored)
    try fixture.store.apply(page)
    var other = window(messages: 1)
    other.history = restored
    #expect(try fixture.store.apply(other, of: me) == .stale)
    #expect(try fixture.store.snapshot() == before)
    page.history = former
    try fixture.store.apply(page)
    #expect(try fixture.store.snapshot().rooms[room]?.messages.map(\.seq) == [59, 60, 61])
  }
}

@Suite("The SDK against a restored server", .serialized)
struct LiveHistoryTests {
  /// With `keepsSessions` the sessions are brought back by hand: a client that is still signed in
  /// must do by the history alone.
  @Test("stale clients end like fresh ones, and what waited in the outbox arrives once", arguments: [true, false])
  func restored(keepsSessions: Bool) async throws {
    try await LiveFixture.run { fixture in
      let (ada, _) = try await fixture.signedUp("ada", folder: "ada")
      let (bob, bobsProfile) = try await fixture.signedUp("bob", folder: "bob")
      let room = try await ada.conversations.openDirect(with: bobsProfile.id)
      for number in 1...3 { _ = try await ada.send("old \(number)", to: room) }
      try await bob.timeline(room, "the old ones") { $0.texts.count == 3 }
      let data = fixture.folder.appendingPathComponent("server.sqlite").path
      let backup = fixture.folder.appendingPathComponent("backup.sqlite").path
      try fixture.server.instance.context.store.backup(to: backup)

      let sent = try await ada.timeline(room, "sent") { $0.isSettled && $0.items.count == 3 }
      let changed = try #require(sent.items.first?.id)
      let newer = ["edited later", "old 2", "old 3"] + (1...5).map { "lost \($0)" }
      try await ada.messages.edit(changed, in: room, text: "edited later")
      for number in 1...5 { _ = try await bob.send("lost \(number)", to: room) }
      try await ada.timeline(room, "all") { $0.texts == newer }
      let lostRoom = try await ada.conversations.createGroup(name: "Lost", members: [bobsProfile.id])
      try await bob.untilHeld(lostRoom)
      try await ada.messages.markRead(room, upTo: 8)

      try await fixture.stopServer()
      try await bob.untilOffline()
      let waiting = try await ada.send("waited", to: room)
      try await fixture.close(ada)
      try SQLiteStore.restore(from: backup, to: data)
      if keepsSessions {
        let database = try DatabaseQueue(path: data)
        try await database.write { try $0.execute(sql: "UPDATE sessions SET endedAt = NULL") }
        try database.close()
      }
      try await fixture.startServer()
      if keepsSessions { await bob.connection.kick() } else { _ = try await bob.signIn("bob") }
      try await bob.untilOnline()
      try await bob.timeline(room, "what was restored") { $0.texts == ["old 1", "old 2", "old 3"] }
      // The restored server passes every revision that Ada's client has seen.
      for number in 1...12 { _ = try await bob.send("new \(number)", to: room) }
      try await bob.timeline(room, "sent") { $0.isSettled && $0.items.count == 15 }

      let back = try fixture.client("ada")
      if !keepsSessions { _ = try await back.signIn("ada") }
      // Until then it shows what it had; a chat that is being watched ends when the copies go.
      try await back.untilOnline()
      let expected = ["old 1", "old 2", "old 3"] + (1...12).map { "new \($0)" } + ["waited"]
      for client in [back, bob] {
        try await client.timeline(room, "the restored chat") { $0.texts == expected && $0.isSettled }
      }
      let arrived = try await back.timeline(room, "the message") { $0.item(waiting) != nil }
      #expect(arrived.item(waiting)?.isMine == true)
      let again = try fixture.client("ada again")
      _ = try await again.signIn("ada")
      try await again.timeline(room, "the restored chat") { $0.texts == expected }
      let held = try await fixture.snapshots(["ada", "ada again"])
      #expect(
        held.allSatisfy { Array($0.rooms.keys) == [room] }, "a conversation that the restored server does not know")
      let (stale, fresh) = (held[0].cut(to: held[1]), held[1].cut(to: held[0]))
      #expect(stale.rooms[room]?.messages == fresh.rooms[room]?.messages)
      #expect(stale.settings == fresh.settings)
      #expect(stale.profile == fresh.profile)
    }
  }
}

extension LiveFixture {
  /// What the clients with these folders hold on disk.
  func snapshots(_ folders: [String]) async throws -> [ClientSnapshot] {
    try folders.map {
      let file = folder.appendingPathComponent($0).appendingPathComponent("client.sqlite").path
      let store = try ClientStore(path: file, clock: clock)
      defer { #expect(throws: Never.self) { try store.close() } }
      return try store.snapshot()
    }
  }
}
