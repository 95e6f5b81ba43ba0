import ClientSync
import Domain
import Testing

@Suite("The machine of requests")
struct RequestMachineTests {
  private typealias Machine = RequestMachine
  private let busy = Refusal(.overloaded, "Later.", retryAfter: 4)
  private let refused = Refusal(.forbidden, "No.")

  private func entries(_ subjects: String...) -> [Machine.Entry] {
    subjects.enumerated().map { Machine.Entry(id: Int64($0 + 1), subject: $1) }
  }

  /// Online with `entries` loaded; the requests that went out.
  private func online(_ entries: [Machine.Entry]) -> (Machine, [Machine.Action]) {
    var machine = Machine()
    #expect(machine.handle(.resumed) == [.reload])
    let actions = machine.handle(.loaded(entries))
    return (machine, actions)
  }

  private func seconds(_ actions: [Machine.Action], _ subject: String) throws -> Double {
    guard case .startRetryTimer(subject, let seconds)? = actions.first, actions.count == 1 else {
      throw OtherActions(actions: actions)
    }
    return seconds
  }

  private struct OtherActions: Error {
    let actions: [Machine.Action]
  }

  @Test("nothing goes out without a connection, and everything once it is there")
  func offline() {
    var machine = Machine()
    #expect(machine.handle(.loaded(entries("a", "b"))).isEmpty)
    #expect(machine.handle(.resumed) == [.reload])
    #expect(machine.handle(.loaded(entries("a", "b"))) == [.transmit(1), .transmit(2)])
  }

  @Test("of those about the same the first goes first, and the next when it is answered")
  func order() {
    var (machine, actions) = online(entries("a", "a", "b"))
    #expect(actions == [.transmit(1), .transmit(3)])
    #expect(machine.handle(.loaded(entries("a", "a", "b"))).isEmpty, "nothing is sent twice")
    #expect(machine.handle(.answered(1)) == [.settle(1), .reload])
    actions = machine.handle(.loaded([.init(id: 2, subject: "a"), .init(id: 3, subject: "b")]))
    #expect(actions == [.transmit(2)])
  }

  @Test("a few go at once, the oldest first")
  func bound() {
    let five = entries("e", "d", "c", "b", "a")
    var (machine, actions) = online(five)
    #expect(actions == [.transmit(1), .transmit(2), .transmit(3)])
    _ = machine.handle(.answered(2))
    #expect(machine.handle(.loaded(five.filter { $0.id != 2 })) == [.transmit(4)])
  }

  @Test("a refusal of the request itself fails it, and what is about the same goes on behind it")
  func refusal() {
    var (machine, _) = online(entries("a", "a"))
    #expect(machine.handle(.refused(1, refused)) == [.fail(1, refused), .reload])
    #expect(machine.handle(.loaded([.init(id: 2, subject: "a")])) == [.transmit(2)])
  }

  @Test("a refusal that may pass waits for no less than the server asks, and others go on meanwhile")
  func later() throws {
    var (machine, _) = online(entries("a", "a", "b"))
    let wait = try seconds(machine.handle(.refused(1, busy)), "a")
    #expect((4...5).contains(wait))
    #expect(machine.handle(.loaded(entries("a", "a", "b"))).isEmpty)
    #expect(machine.handle(.answered(3)) == [.settle(3), .reload])
    #expect(machine.handle(.retryDue("a")) == [.reload])
    #expect(machine.handle(.loaded(entries("a", "a"))) == [.transmit(1)])
  }

  @Test("what is lost is tried again without end, after waits that double up to a minute")
  func withoutEnd() throws {
    var (machine, _) = online(entries("a"))
    for attempt in 0..<20 {
      let wait = try seconds(machine.handle(.lost(1)), "a")
      let base = min(60, Double(1 << min(attempt, 10)))
      #expect((base...base * 1.25).contains(wait), "\(attempt)")
      _ = machine.handle(.retryDue("a"))
      #expect(machine.handle(.loaded(entries("a"))) == [.transmit(1)])
    }
  }

  @Test("a request that is on its way when the connection goes is not sent again before its outcome is known")
  func suspended() {
    var (machine, _) = online(entries("a"))
    #expect(machine.handle(.suspended).isEmpty)
    #expect(machine.handle(.resumed) == [.reload])
    #expect(machine.handle(.loaded(entries("a"))).isEmpty)
    #expect(machine.handle(.answered(1)) == [.settle(1), .reload])

    (machine, _) = online(entries("a"))
    _ = machine.handle(.suspended)
    #expect(machine.handle(.lost(1)).isEmpty, "without a connection there is nothing to wait for")
    _ = machine.handle(.resumed)
    #expect(machine.handle(.loaded(entries("a"))) == [.transmit(1)])
  }

  @Test("whoever asks to try now ends the waits, and so does the end of the connection")
  func kicked() throws {
    var (machine, _) = online(entries("a"))
    _ = try seconds(machine.handle(.refused(1, busy)), "a")
    #expect(machine.handle(.kicked) == [.cancelRetryTimer("a"), .reload])
    #expect(machine.handle(.loaded(entries("a"))) == [.transmit(1)])
    _ = try seconds(machine.handle(.refused(1, busy)), "a")
    #expect(machine.handle(.suspended) == [.cancelRetryTimer("a")])
    #expect(machine.handle(.kicked).isEmpty)
  }

  @Test("an outcome of what was taken back changes nothing but lets the next one go")
  func takenBack() {
    var (machine, _) = online(entries("a", "a"))
    #expect(machine.handle(.loaded([.init(id: 2, subject: "a")])).isEmpty, "one at a time")
    #expect(machine.handle(.answered(1)) == [.settle(1), .reload])
    #expect(machine.handle(.loaded([.init(id: 2, subject: "a")])) == [.transmit(2)])
    #expect(machine.handle(.answered(1)).isEmpty)
    #expect(machine.handle(.refused(1, refused)).isEmpty)
  }
}
