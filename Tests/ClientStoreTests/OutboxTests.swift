@testable import ClientStore
import Domain
import GRDB
import Testing

@Suite("The outbox")
struct OutboxTests {
  @Test("what was enqueued is there after a crash, and shows")
  func durable() throws {
    let folder = try TemporaryFolder()
    let store = try makeStore(FakeServer(), path: folder.file)
    try store.enqueue(.send(pending(50, "kept")))
    // A second process sees only what has reached the file.
    let other = try ClientStore(path: folder.file, clock: FixedClock())
    #expect(try other.outbox().map(\.operation) == [.send(pending(50, "kept"))])
    #expect(try other.timeline(room)?.items.map(\.text) == ["kept"])
    #expect(try other.timeline(room)?.items.first?.status == .sending)
  }

  @Test("a promise to the user is committed with full synchronisation")
  func fullySynchronous() throws {
    let folder = try TemporaryFolder()
    let store = try makeStore(FakeServer(), path: folder.file)
    #expect(try store.writeDurably { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
    #expect(try store.write { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 1)
    #expect(try store.writeDurably { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
    #expect(try store.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
  }

  @Test("pending messages stand after committed ones, in the order in which they were written")
  func order() throws {
    var server = FakeServer()
    let store = try makeStore(server)
    for number in [53, 51, 52] as [UInt64] { try store.enqueue(.send(pending(number))) }
    server.post(ada, id(10))
    _ = try store.apply(server.delta(from: 1))
    #expect(try store.timeline(room)?.items.map(\.id) == [id(10), id(53), id(51), id(52)])
    #expect(try store.outbox().map(\.operation.message) == [id(53), id(51), id(52)])
    let ids = try store.outbox().map(\.id)
    #expect(ids == ids.sorted())
  }

  @Test("sending to an unknown conversation is refused")
  func unknownConversation() throws {
    let store = try makeStore()
    #expect(throws: Refusal.notFound) { try store.enqueue(.send(pending(50))) }
  }

  @Test("a terminal refusal fails the message at once; the third refusal fails it too")
  func failure() throws {
    let store = try makeStore(FakeServer())
    try store.enqueue(.send(pending(50)))
    try store.enqueue(.send(pending(51)))
    let entries = try store.outbox()
    try store.recordFailure(entries[0].id, Refusal(.forbidden, "No."), isTerminal: true)
    for attempt in 1...3 {
      #expect(try store.outbox()[1].state == .waiting)
      try store.recordFailure(entries[1].id, Refusal(.internal, "Oops."), isTerminal: false)
      #expect(try store.outbox()[1].attempts == attempt)
    }
    let items = try #require(try store.timeline(room)?.items)
    #expect(items.map(\.status) == [.failed, .failed])
    #expect(items.map(\.failure?.code) == [.forbidden, .internal])
    #expect(try store.summaries().first?.hasFailed == true)
  }

  @Test("a failed message can be sent again, behind what waits and under a new entry, or discarded")
  func retryAndDiscard() throws {
    let store = try makeStore(FakeServer())
    for number in [50, 51, 52] as [UInt64] { try store.enqueue(.send(pending(number))) }
    let entries = try store.outbox()
    try store.recordFailure(entries[0].id, Refusal(.invalid, "No."), isTerminal: true)
    try store.recordFailure(entries[1].id, Refusal(.invalid, "No."), isTerminal: true)
    try store.retry(id(50))
    try store.discard(id(51))
    try store.discard(id(52))
    let after = try store.outbox()
    #expect(after.map(\.operation.message) == [id(52), id(50)])
    #expect(after.map(\.state) == [.waiting, .waiting])
    #expect(after.allSatisfy { entry in entry.id == entries[2].id || !entries.map(\.id).contains(entry.id) })
  }

  @Test("an edit that waits shows its text; the row that carries it takes it out, whether or not the ack came")
  func edit() throws {
    var server = FakeServer()
    server.post(me, id(10), "first")
    let store = try makeStore(server)
    try store.enqueue(.edit(message: id(10), conversation: room, editID: id(70), text: "second"))
    let waiting = try #require(try store.timeline(room)?.items.first)
    #expect(waiting.text == "second" && waiting.hasPendingChange)
    #expect(try store.summaries().first?.lastText == "second")
    let from = server.rev
    server.edit(1, to: "second", editID: id(70))
    _ = try store.apply(server.delta(from: from))
    #expect(try store.outbox().isEmpty)
    let done = try #require(try store.timeline(room)?.items.first)
    #expect(done.text == "second" && !done.hasPendingChange && done.isEdited)
  }

  @Test("a refused edit shows the server's text with the reason")
  func refusedEdit() throws {
    var server = FakeServer()
    server.post(me, id(10), "first")
    let store = try makeStore(server)
    try store.enqueue(.edit(message: id(10), conversation: room, editID: id(70), text: "second"))
    let entry = try #require(try store.outbox().first)
    try store.recordFailure(entry.id, Refusal(.gone, "Deleted."), isTerminal: true)
    let item = try #require(try store.timeline(room)?.items.first)
    #expect(item.text == "first" && item.failure?.code == .gone && !item.hasPendingChange)
    try store.discard(id(10))
    #expect(try store.timeline(room)?.items.first?.failure == nil)
  }

  @Test("only my own, present, undeleted messages can be edited")
  func refusesEdits() throws {
    var server = FakeServer()
    server.post(ada, id(10))
    server.post(me, id(11))
    server.delete(2)
    server.post(me, id(12))
    let store = try makeStore(server)
    func edit(_ message: UInt64) throws {
      try store.enqueue(.edit(message: id(message), conversation: room, editID: id(70), text: "x"))
    }
    #expect(throws: Refusal.self) { try edit(10) }
    #expect(throws: Refusal.self) { try edit(11) }
    #expect(throws: Refusal.notFound) { try edit(99) }
    try store.enqueue(.delete(message: id(12), conversation: room))
    #expect(throws: Refusal.self) { try edit(12) }
    #expect(try store.outbox().count == 1)
  }

  @Test("a deletion shows at once, replaces waiting edits, and ends with the tombstone")
  func deletion() throws {
    var server = FakeServer()
    server.post(me, id(10), "first")
    let store = try makeStore(server)
    try store.enqueue(.edit(message: id(10), conversation: room, editID: id(70), text: "second"))
    try store.enqueue(.delete(message: id(10), conversation: room))
    #expect(try store.outbox().map(\.operation) == [.delete(message: id(10), conversation: room)])
    let item = try #require(try store.timeline(room)?.items.first)
    #expect(item.isDeleted && item.text.isEmpty && item.hasPendingChange)
    let from = server.rev
    server.delete(1)
    _ = try store.apply(server.delta(from: from))
    #expect(try store.outbox().isEmpty)
  }

  @Test("editing a pending message changes it where it stands")
  func editPending() throws {
    let store = try makeStore(FakeServer())
    try store.enqueue(.send(pending(50, "first")))
    try store.enqueue(.send(pending(51)))
    try store.enqueue(.edit(message: id(50), conversation: room, editID: id(70), text: "second"))
    #expect(try store.outbox().map(\.operation) == [.send(pending(50, "second")), .send(pending(51))])
    #expect(try store.timeline(room)?.items.map(\.text) == ["second", "hello"])
  }

  @Test("an edit of a message that the server already had is sent after it")
  func editInFlight() throws {
    var server = FakeServer()
    let store = try makeStore(server)
    try store.enqueue(.send(pending(50, "first")))
    let entry = try #require(try store.outbox().first)
    try store.enqueue(.edit(message: id(50), conversation: room, editID: id(70), text: "second"))
    server.post(me, id(50), "first")
    #expect(try store.acknowledge(entry.id, with: server.delta(from: 1)) == .applied)
    #expect(
      try store.outbox().map(\.operation)
        == [.edit(message: id(50), conversation: room, editID: id(70), text: "second")])
    let item = try #require(try store.timeline(room)?.items.first)
    #expect(item.text == "second" && item.hasPendingChange && item.seq == 1)
  }

  @Test("deleting a pending message hides it; if the server had it after all it is deleted there, else nothing is left")
  func deletePending() throws {
    var server = FakeServer()
    let store = try makeStore(server)
    try store.enqueue(.send(pending(50)))
    let send = try #require(try store.outbox().first)
    try store.enqueue(.delete(message: id(50), conversation: room))
    #expect(try store.timeline(room)?.items.isEmpty == true)
    let deletion = try #require(try store.outbox().first)
    #expect(deletion.operation == .delete(message: id(50), conversation: room))
    server.post(me, id(50))
    _ = try store.acknowledge(send.id, with: server.delta(from: 1))
    #expect(try store.outbox() == [deletion])
    try store.recordFailure(deletion.id, .notFound, isTerminal: true)
    #expect(try store.outbox().isEmpty)
  }

  @Test("an answer across a gap settles the entry and keeps the message on the screen")
  func answerAcrossGap() throws {
    var server = FakeServer()
    let store = try makeStore(server)
    try store.enqueue(.send(pending(50)))
    let entry = try #require(try store.outbox().first)
    server.post(ada, id(10))
    server.post(me, id(50))
    #expect(try store.acknowledge(entry.id, with: server.delta(from: 2)) == .gap(cursor: 1))
    #expect(try store.outbox().isEmpty)
    #expect(try store.timeline(room)?.items.map(\.id) == [id(50)])
    _ = try store.apply(server.delta(from: 1))
    #expect(try store.timeline(room)?.items.map(\.id) == [id(10), id(50)])
  }
}
