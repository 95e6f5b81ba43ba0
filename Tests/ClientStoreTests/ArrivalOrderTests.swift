import ClientStore
import Domain
import Testing

@Suite("A pending message and its copies never both show, nor vanish")
struct ArrivalOrderTests {
  /// Ways in which the server's row of my message can arrive.
  enum Arrival: CaseIterable {
    case acknowledgement, repeatedAcknowledgement, delta, window, page, others
  }

  static let orders = permutations(Arrival.allCases)

  @Test("in every order of ack, delta, window and history, with a crash between any two steps")
  func everyOrder() throws {
    let folder = try TemporaryFolder()
    let memory = try ClientStore(path: nil, clock: FixedClock())
    for (number, order) in Self.orders.enumerated() {
      if number % 16 == 0 {
        let path = "\(folder.path)/\(number).sqlite"
        try run(order, crashBefore: number / 16 % order.count, on: makeStore(path: path), path: path)
      } else {
        try memory.wipe()
        try memory.setUser(profile())
        try run(order, crashBefore: nil, on: memory, path: nil)
      }
    }
  }

  @Test("a crash at every step of the usual order", arguments: 0...6)
  func crashAtEveryStep(step: Int) throws {
    for (number, order) in [Arrival.allCases, Arrival.allCases.reversed()].enumerated() {
      let folder = try TemporaryFolder()
      let path = "\(folder.path)/\(number).sqlite"
      try run(order, crashBefore: step, on: makeStore(path: path), path: path)
    }
  }

  private func run(_ order: [Arrival], crashBefore crash: Int?, on first: ClientStore, path: String?) throws {
    var server = FakeServer()
    for number in 0..<3 as Range<UInt64> { server.post(ada, id(200 + number)) }
    var store = first
    _ = try store.apply(server.window())
    try store.enqueue(.send(pending(50)))
    let entry = try #require(try store.outbox().first)
    let before = server.rev
    server.post(bob, id(300))
    let mine = server.post(me, id(50))
    for (step, arrival) in order.enumerated() {
      if step == crash {
        try store.close()
        store = try ClientStore(path: path, clock: FixedClock())
      }
      switch arrival {
      case .acknowledgement:
        let delta = FeedDelta(feed: feed, fromRev: mine.rev - 1, toRev: mine.rev, messages: [mine])
        _ = try store.acknowledge(entry.id, with: delta)
      case .repeatedAcknowledgement:
        _ = try store.acknowledge(entry.id, with: FeedDelta(feed: feed, messages: [mine]))
      case .delta: _ = try store.apply(server.delta(from: before + 1))
      case .others: _ = try store.apply(server.delta(from: before, to: before + 1))
      case .window: _ = try store.apply(server.window())
      case .page: try store.apply(server.page(before: 6, limit: 50))
      }
      let shown = try #require(try store.timeline(room)).items.filter { $0.id == id(50) }
      #expect(shown.count == 1, "\(order) at \(step)")
    }
    _ = try store.apply(server.delta(from: try store.cursors()[feed] ?? 0))
    #expect(try store.outbox().isEmpty, "\(order)")
    let items = try #require(try store.timeline(room)).items
    #expect(items.map(\.seq) == [1, 2, 3, 4, 5], "\(order)")
  }

  private static func permutations(_ values: [Arrival]) -> [[Arrival]] {
    guard values.count > 1 else { return [values] }
    return values.indices.flatMap { index in
      var rest = values
      let value = rest.remove(at: index)
      return permutations(rest).map { [value] + $0 }
    }
  }
}
