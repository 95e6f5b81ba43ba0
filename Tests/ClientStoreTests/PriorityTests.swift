@testable import ClientStore
import Domain
import Foundation
import GRDB
import TestSupport
import Testing

@Suite("What is urgent on the device")
struct PriorityTests {
  private let other = ConversationID(high: 3, low: 33)

  private func mark(
    _ seq: Int64, rev: Int64, _ reason: String? = "why", in conversation: ConversationID? = nil, until: Int64 = 1_000
  ) -> PriorityMark {
    PriorityMark(
      message: MessageID(high: 5, low: UInt64(seq)), rev: rev, conversation: conversation ?? room, seq: seq,
      reason: reason, until: Timestamp(milliseconds: until))
  }

  private func delta(from rev: Int64, _ marks: PriorityMark...) -> FeedDelta {
    FeedDelta(feed: .me, fromRev: rev, toRev: marks.map(\.rev).max(), priorities: marks)
  }

  private func store(at milliseconds: Int64 = 0) throws -> ClientStore {
    try ClientStore(path: nil, clock: SimulatedClock(start: Timestamp(milliseconds: milliseconds)))
  }

  private func urgent(_ store: ClientStore) throws -> [Int64] { try store.snapshot().priorities.map(\.seq) }

  @Test("a mark comes and goes by the sync law: no older row brings one back, a window replaces all")
  func law() throws {
    let store = try store()
    let first = delta(from: 0, mark(1, rev: 1), mark(2, rev: 2))
    _ = try store.apply(first)
    #expect(try urgent(store) == [1, 2])
    _ = try store.apply(delta(from: 2, mark(1, rev: 3, nil)))
    #expect(try store.apply(first) == .stale)
    #expect(try urgent(store) == [2])
    _ = try store.apply(
      FeedDelta(feed: .me, fromRev: 0, toRev: 5, isReset: true, priorities: [mark(4, rev: 5)]))
    #expect(try urgent(store) == [4])
    try store.wipe()
    #expect(try urgent(store) == [])
  }

  @Test("a mark counts until its time is over, and is forgotten once newer ones have come")
  func time() throws {
    let store = try store(at: 1_000)
    _ = try store.apply(delta(from: 0, mark(1, rev: 1), mark(2, rev: 2, until: 1_001)))
    #expect(try urgent(store) == [2])
    let late = PriorityMark.days * 86_400_000
    _ = try store.apply(delta(from: 2, mark(3, rev: 3, until: late + 1_000)))
    let kept = try store.writeDurably { try Int64.fetchAll($0, sql: "SELECT seq FROM priority ORDER BY seq") }
    #expect(kept == [2, 3])
  }

  @Test("the chat says why a message is urgent, and the list how many are unread")
  func shown() throws {
    var server = FakeServer()
    let message = server.post(ada, id(10))
    let store = try makeStore(server)
    let mark = PriorityMark(
      message: message.id, rev: 1, conversation: room, seq: message.seq, reason: "It is down.",
      until: Timestamp(milliseconds: .max))
    _ = try store.apply(FeedDelta(feed: .me, fromRev: 0, toRev: 1, priorities: [mark]))
    #expect(try store.timeline(room)?.items.last?.urgentReason == "It is down.")
    #expect(try store.summaries().first?.urgent == 1)
    try store.setLocalRead(room, seq: message.seq, markUnread: false)
    #expect(try store.summaries().first?.urgent == 0)
    #expect(try store.timeline(room)?.items.last?.urgentReason == "It is down.")
  }
}
