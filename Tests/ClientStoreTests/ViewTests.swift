import ClientStore
import Domain
import Foundation
import GRDB
import TestSupport
import Testing

@Suite("Views, observation and migration")
struct ViewTests {
  @Test("pinned conversations come first, then the newest; a direct one carries the other's name")
  func summaries() throws {
    let store = try makeStore()
    for number in 0..<3 as Range<UInt64> {
      var server = FakeServer(id(100 + number), users: [me, ada], kind: .direct)
      for _ in 0...number { server.post(ada, id(500 + number * 10 + UInt64(server.lastSeq))) }
      _ = try store.apply(server.window())
    }
    let pinned = ConversationSettings(conversation: id(100), rev: 1, pinned: true)
    _ = try store.apply(FeedDelta(feed: .me, fromRev: 0, toRev: 1, settings: [pinned]))
    let summaries = try store.summaries()
    #expect(summaries.map(\.id) == [id(100), id(102), id(101)])
    #expect(summaries.allSatisfy { $0.title == "User 2" && $0.other == ada && $0.memberCount == 2 })
    try store.enqueue(.send(pending(50, "mine", in: id(101))))
    let changed = try store.summaries()
    #expect(changed.map(\.id) == [id(100), id(101), id(102)])
    #expect(changed[1].lastText == "mine" && changed[1].lastStatus == .sending && changed[1].lastSender == me)
  }

  @Test("my messages carry their receipts")
  func receipts() throws {
    var server = FakeServer()
    server.post(me, id(10))
    server.change(ada) { $0.readSeq = 1 }
    server.change(bob) { $0.deliveredSeq = 1 }
    let store = try makeStore(server)
    let item = try #require(try store.timeline(room)?.items.first)
    #expect(item.status == .delivered && item.readBy == [ada] && item.deliveredTo == [ada, bob])
    #expect(try store.timeline(room)?.members.count == 3)
  }

  @Test("an observed timeline starts with what is there, follows each change, and ends with the conversation")
  func observation() async throws {
    var server = FakeServer()
    let store = try makeStore(server)
    var values = store.observeTimeline(room).makeAsyncIterator()
    #expect(await values.next()?.items.isEmpty == true)
    try store.enqueue(.send(pending(50)))
    #expect(await values.next()?.items.map(\.status) == [.sending])
    server.post(me, id(50))
    _ = try store.apply(server.delta(from: 1))
    #expect(await values.next()?.items.map(\.status) == [.sent])
    _ = try store.apply(server.delta(from: 1))
    try store.saveDraft("not shown", in: room)
    try store.removeFeed(feed)
    #expect(await values.next() == nil)
  }

  @Test("summaries, badge and profile are observed")
  func otherObservations() async throws {
    var server = FakeServer()
    let store = try makeStore(server)
    var summaries = store.observeSummaries().makeAsyncIterator()
    var badge = store.observeBadge().makeAsyncIterator()
    var profiles = store.observeProfile().makeAsyncIterator()
    #expect(await summaries.next()?.first?.unread == 0)
    #expect(await badge.next() == 0)
    #expect(await profiles.next() == .some(profile()))
    server.post(ada, id(10))
    _ = try store.apply(server.delta(from: 1))
    #expect(await summaries.next()?.first?.unread == 1)
    #expect(await badge.next() == 1)
    try store.wipe()
    #expect(await profiles.next() == .some(nil))
    #expect(await badge.next() == 0)
  }

  @Test("another user's sign-in erases everything of the former one; the same user's erases nothing")
  func users() throws {
    let store = try makeStore(FakeServer())
    try store.enqueue(.send(pending(50)))
    try store.setUser(profile(rev: 2))
    #expect(try store.outbox().count == 1)
    try store.setUser(profile(ada))
    #expect(try store.user() == ada)
    #expect(try store.outbox().isEmpty)
    #expect(try store.snapshot().rooms.isEmpty)
    #expect(try store.profile()?.id == ada)
  }

  @Test("a migration keeps the outbox; a file of a newer version is refused, not erased")
  func migration() throws {
    let folder = try TemporaryFolder()
    let store = try makeStore(FakeServer(), path: folder.file)
    try store.enqueue(.send(pending(50)))
    try store.close()
    var newer = Schema.migrator()
    newer.registerMigration("later") { try $0.execute(sql: "ALTER TABLE message ADD COLUMN more INTEGER") }
    let upgraded = try ClientStore(path: folder.file, clock: FixedClock(), migrator: newer)
    #expect(try upgraded.outbox().map(\.operation.message) == [id(50)])
    #expect(try upgraded.timeline(room)?.items.count == 1)
    try upgraded.close()
    #expect(throws: ClientStoreError.tooNew) { try ClientStore(path: folder.file, clock: FixedClock()) }
    let again = try ClientStore(path: folder.file, clock: FixedClock(), migrator: newer)
    #expect(try again.outbox().count == 1)
  }

  @Test("a device of a version that kept no renaming asks for its conversations again, once, and shows it")
  func oldRenaming() throws {
    let folder = try TemporaryFolder()
    var server = FakeServer()
    server.rename("Landing")
    let database = try DatabaseQueue(path: folder.file)
    try Schema.migrator().migrate(database, upTo: "v5 history")
    try database.write { db in
      let row = server.conversation
      try db.execute(sql: "INSERT INTO account (id, user) VALUES (1, ?)", arguments: [Data(me.bytes)])
      try db.execute(
        sql: "INSERT INTO feed (feed, cursor, windowStart, unreadBefore) VALUES (?, ?, 1, 0), (zeroblob(16), 7, 1, 0)",
        arguments: [Data(row.id.bytes), server.rev])
      try db.execute(
        sql: """
          INSERT INTO conversation (id, rev, kind, name, createdAt, createdBy, intelligenceOff)
          VALUES (?, ?, 'group', 'Landing', 5, ?, 0)
          """, arguments: [Data(row.id.bytes), row.rev, Data(row.createdBy.bytes)])
    }
    try database.close()
    let store = try ClientStore(path: folder.file, clock: FixedClock())
    // The same device kept no features of its user either: its own feed is asked for again too.
    #expect(try store.cursors() == [feed: 0, .me: 0])
    #expect(try store.timeline(room)?.conversation.renamed == nil)
    #expect(try store.apply(server.window()) == .applied)
    #expect(try store.timeline(room)?.conversation == server.conversation)
    server.rename("Harbour")
    #expect(try store.apply(server.delta(from: server.rev - 1)) == .applied)
    #expect(try store.timeline(room)?.conversation.renamed?.from == "Landing")
    try store.close()
    let again = try ClientStore(path: folder.file, clock: FixedClock())
    #expect(try again.cursors()[feed] == server.rev, "once only")
    #expect(try again.timeline(room)?.conversation == server.conversation)
    try again.close()
  }

  @Test("signing out erases what was written and received from the file, and a draft that comes later is not kept")
  func erasure() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/client.sqlite"
    func holds(_ word: String) throws -> Bool {
      try [path, path + "-wal"].contains { file in
        guard FileManager.default.fileExists(atPath: file) else { return false }
        return try Data(contentsOf: URL(fileURLWithPath: file)).range(of: Data(word.utf8)) != nil
      }
    }
    let store = try makeStore(FakeServer(), path: path)
    let long = String(repeating: "written-canary ", count: 500)
    try store.saveDraft("draft-canary", in: room)
    try store.enqueue(.send(pending(50, long)))
    #expect(try holds("draft-canary") && holds("written-canary"))
    try store.wipe()
    try store.saveDraft("late-canary", in: room)
    #expect(try store.draft(in: room) == nil)
    for word in ["draft-canary", "written-canary", "late-canary"] { #expect(try !holds(word), "\(word)") }
    try store.close()
  }

  @Test("a closed store throws whatever it is asked, and its streams end", arguments: [false, true])
  func closed(isFile: Bool) async throws {
    let folder = try TemporaryFolder()
    let store = try makeStore(FakeServer(), path: isFile ? folder.file : nil)
    var badges = store.observeBadge().makeAsyncIterator()
    #expect(await badges.next() != nil)
    try store.close()
    #expect(throws: ClientStoreError.closed) { try store.user() }
    #expect(throws: ClientStoreError.closed) { try store.saveDraft("late", in: room) }
    #expect(throws: ClientStoreError.closed) { try store.wipe() }
    var late = store.observeBadge().makeAsyncIterator()
    #expect(await late.next() == nil)
    try store.close()
  }

  @Test("drafts are kept per conversation")
  func drafts() throws {
    let store = try makeStore(FakeServer())
    try store.saveDraft("half a sentence", in: room)
    #expect(try store.draft(in: room) == "half a sentence")
    try store.saveDraft("", in: room)
    #expect(try store.draft(in: room) == nil)
  }
}
