import ClientSync
import Domain
import Testing

@Suite("The connection machine")
struct ConnectionMachineTests {
  private typealias Machine = ConnectionMachine

  /// A machine that has gone through `events`.
  private func machine(_ events: Machine.Event..., seed: UInt64 = 1) -> Machine {
    var machine = Machine(seed: seed)
    for event in events { _ = machine.handle(event) }
    return machine
  }

  private func online() -> Machine {
    machine(.start, .token("t"), .opened, .welcomed, .synced)
  }

  private func delay(_ actions: [Machine.Action]) -> Double? {
    for case .startReconnectTimer(let seconds) in actions { return seconds }
    return nil
  }

  @Test("goes from start to online by token, socket, hello, welcome and synced")
  func straightWay() {
    var machine = Machine(seed: 1)
    #expect(machine.handle(.start) == [.changed(.connecting), .authorize(fresh: false)])
    #expect(machine.handle(.token("t")).contains(.connect))
    #expect(machine.handle(.opened).first == .hello(token: "t"))
    #expect(machine.handle(.welcomed) == [.changed(.syncing)])
    #expect(machine.handle(.synced) == [.changed(.online), .resume])
    #expect(machine.state == .online)
  }

  @Test("a lost connection suspends what is in flight and waits before the next try")
  func loss() {
    var machine = online()
    let actions = machine.handle(.closed(code: nil))
    #expect(actions.contains(.suspend))
    #expect(delay(actions) != nil)
    #expect(machine.state == .waiting)
    #expect(machine.handle(.reconnectDue) == [.changed(.connecting), .authorize(fresh: false)])
  }

  @Test("waits double from half a second to thirty, each between half and all of its ceiling")
  func backoff() throws {
    for seed in UInt64(0)..<50 {
      var machine = Machine(seed: seed)
      _ = machine.handle(.start)
      for attempt in 0..<12 {
        let wait = try #require(delay(machine.handle(.tokenUnavailable)))
        let ceiling = min(30, 0.5 * Double(1 << attempt))
        #expect(wait >= ceiling / 2 && wait <= ceiling)
        _ = machine.handle(.reconnectDue)
      }
    }
  }

  @Test("two clients do not come back at the same moment")
  func jitter() {
    var first = machine(.start, seed: 1)
    var second = machine(.start, seed: 2)
    #expect(delay(first.handle(.tokenUnavailable)) != delay(second.handle(.tokenUnavailable)))
  }

  @Test("a kick ends the wait at once and starts the backoff anew")
  func kickWhileWaiting() throws {
    var machine = machine(.start)
    for _ in 0..<8 {
      _ = machine.handle(.tokenUnavailable)
      _ = machine.handle(.reconnectDue)
    }
    _ = machine.handle(.tokenUnavailable)
    let actions = machine.handle(.kick)
    #expect(actions == [.cancelReconnectTimer, .changed(.connecting), .authorize(fresh: false)])
    #expect(try #require(delay(machine.handle(.tokenUnavailable))) <= 0.5)
  }

  @Test("success starts the backoff anew")
  func successResets() throws {
    var machine = machine(.start)
    for _ in 0..<8 {
      _ = machine.handle(.tokenUnavailable)
      _ = machine.handle(.reconnectDue)
    }
    for event in [Machine.Event.token("t"), .opened, .welcomed, .synced] { _ = machine.handle(event) }
    #expect(try #require(delay(machine.handle(.closed(code: 1001)))) <= 0.5)
  }

  @Test("after 20 s of silence asks for life, after 15 s more gives up")
  func liveness() {
    var machine = online()
    #expect(machine.handle(.livenessDue) == [.ping, .startLivenessTimer(seconds: 15)])
    let actions = machine.handle(.livenessDue)
    #expect(actions.first == .disconnect)
    #expect(actions.contains(.suspend))
    #expect(machine.state == .waiting)
  }

  @Test("any frame is a sign of life")
  func signOfLife() {
    var machine = online()
    _ = machine.handle(.livenessDue)
    #expect(machine.handle(.heard) == [.startLivenessTimer(seconds: 20)])
    #expect(machine.handle(.livenessDue) == [.ping, .startLivenessTimer(seconds: 15)])
  }

  @Test("a kick while connected asks for life at once")
  func kickWhileOnline() {
    var machine = online()
    #expect(machine.handle(.kick).first == .ping)
    #expect(machine.handle(.livenessDue).first == .disconnect)
  }

  @Test("a socket that never opens is given up")
  func connectingTimesOut() {
    var machine = machine(.start)
    #expect(machine.handle(.token("t")).contains(.startLivenessTimer(seconds: 15)))
    let actions = machine.handle(.livenessDue)
    #expect(actions.first == .disconnect)
    #expect(machine.state == .waiting)
  }

  @Test("4401 asks for a fresh token without waiting, a second one waits")
  func refusedToken() {
    var machine = online()
    #expect(machine.handle(.closed(code: 4401)).contains(.authorize(fresh: true)))
    _ = machine.handle(.token("u"))
    _ = machine.handle(.opened)
    #expect(delay(machine.handle(.closed(code: 4401))) != nil)
    #expect(machine.handle(.reconnectDue).contains(.authorize(fresh: true)))
  }

  @Test("an ended session stops everything until a new start")
  func signedOut() {
    var machine = online()
    let actions = machine.handle(.signedOut)
    #expect(actions.first == .disconnect)
    #expect(actions.last == .changed(.signedOut))
    for event in [Machine.Event.kick, .reconnectDue, .livenessDue, .token("t"), .closed(code: nil), .opened] {
      #expect(machine.handle(event).isEmpty)
    }
    #expect(!machine.handle(.start).isEmpty)
  }

  @Test("events that do not belong to the state change nothing")
  func outOfPlace() {
    let cases: [(Machine, [Machine.Event])] = [
      (
        Machine(seed: 1),
        [.kick, .opened, .welcomed, .synced, .heard, .closed(code: nil), .reconnectDue, .livenessDue]
      ),
      (machine(.start), [.start, .opened, .welcomed, .synced, .heard, .kick, .closed(code: nil), .reconnectDue]),
      (online(), [.start, .token("x"), .tokenUnavailable, .opened, .welcomed, .synced, .reconnectDue]),
    ]
    for (machine, events) in cases {
      for event in events {
        var copy = machine
        #expect(copy.handle(event).isEmpty)
        #expect(copy.state == machine.state)
      }
    }
  }
}
