import ClientStore
import Domain
import Testing

@Suite("Reminders and opinions on the device")
struct ReminderTests {
  private let start = Timestamp(milliseconds: 1_800_000_000_000)

  private func reminder(_ number: UInt64, rev: Int64, _ state: Reminder.State, hours: Int64 = 0) -> Reminder {
    Reminder(
      id: id(number), rev: rev, kind: .note, state: state, at: start.adding(seconds: hours * 3_600),
      text: state == .over ? "" : "\(number)", createdAt: start)
  }

  private func delta(
    from: Int64, to: Int64, isReset: Bool = false, _ reminders: [Reminder] = [], opinions: [Opinion] = []
  ) -> FeedDelta {
    FeedDelta(feed: .me, fromRev: from, toRev: to, isReset: isReset, reminders: reminders, opinions: opinions)
  }

  private func held(_ store: ClientStore) async -> [String]? {
    await store.observeReminders().first { _ in true }?.map(\.text)
  }

  @Test("those that are due come first, then those that wait by time; one that is over is shown to nobody")
  func list() async throws {
    let store = try makeStore(FakeServer())
    var observed = store.observeReminders().makeAsyncIterator()
    #expect(await observed.next() == [])
    let rows = [
      reminder(1, rev: 2, .waiting, hours: 2), reminder(2, rev: 3, .due, hours: -1), reminder(3, rev: 4, .over),
      reminder(4, rev: 5, .waiting, hours: 1),
    ]
    #expect(try store.apply(delta(from: 0, to: 5, isReset: true, rows)) == .applied)
    #expect(await observed.next()?.map(\.text) == ["2", "4", "1"])
    #expect(try store.apply(delta(from: 5, to: 6, [reminder(2, rev: 6, .over)])) == .applied)
    #expect(await observed.next()?.map(\.text) == ["4", "1"])
    #expect(try store.apply(delta(from: 1, to: 3, [rows[1]])) == .stale, "what is over does not come back")
    #expect(await held(store) == ["4", "1"])
  }

  @Test("a window replaces them all, and signing out erases them")
  func forgetting() async throws {
    let store = try makeStore(FakeServer())
    _ = try store.apply(delta(from: 0, to: 2, isReset: true, [reminder(1, rev: 2, .waiting)]))
    _ = try store.apply(delta(from: 0, to: 9, isReset: true, [reminder(2, rev: 3, .waiting)]))
    #expect(await held(store) == ["2"])
    try store.wipe()
    #expect(await held(store) == [])
  }

  @Test("what was found and was of no help is not shown, until that is taken back or a member changes it")
  func opinions() throws {
    var server = FakeServer()
    let (first, second) = (server.find(id(70)), server.find(id(71), in: id(11)))
    let store = try makeStore(server)
    _ = try store.apply(server.delta(from: 1))
    func shown() throws -> Set<InsightID> { Set(try store.insights(InsightFilter()).map(\.id)) }
    #expect(try shown() == [first.id, second.id])
    let message = try #require(first.citations.first)
    var opinion = Opinion(first.subject, of: message, in: room, .unhelpful)
    opinion.rev = 2
    _ = try store.apply(delta(from: 0, to: 2, isReset: true, opinions: [opinion]))
    #expect(try shown() == [second.id])
    (opinion.rev, opinion.feedback) = (3, nil)
    _ = try store.apply(delta(from: 2, to: 3, opinions: [opinion]))
    #expect(try shown() == [first.id, second.id])
    (opinion.rev, opinion.feedback) = (4, .unhelpful)
    _ = try store.apply(delta(from: 3, to: 4, opinions: [opinion]))
    #expect(try !shown().contains(first.id))
    let rev = server.rev
    server.change(first.id) { $0.isEdited = true }
    _ = try store.apply(server.delta(from: rev))
    #expect(try shown().contains(first.id))
  }
}
