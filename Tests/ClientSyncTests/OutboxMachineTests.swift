import ClientSync
import Domain
import Testing

@Suite("The outbox machine")
struct OutboxMachineTests {
  private typealias Machine = OutboxMachine
  private let first = ConversationID(high: 1, low: 1)
  private let second = ConversationID(high: 1, low: 2)
  private let busy = Refusal(.overloaded, "Later.", retryAfter: 4)
  private let refused = Refusal(.forbidden, "No.")

  private func entries(_ ids: Int64..., in conversation: ConversationID) -> [Machine.Entry] {
    ids.map { Machine.Entry(id: $0, conversation: conversation) }
  }

  /// Online with `entries` loaded; the requests that went out.
  private func online(_ entries: [Machine.Entry]) -> (Machine, [Machine.Action]) {
    var machine = Machine()
    #expect(machine.handle(.resumed) == [.reload])
    let actions = machine.handle(.loaded(entries))
    return (machine, actions)
  }

  @Test("sends nothing while offline")
  func offline() {
    var machine = Machine()
    #expect(machine.handle(.loaded(entries(1, 2, in: first))).isEmpty)
  }

  @Test("sends the oldest of each conversation, conversations side by side")
  func lanes() {
    let actions = online(entries(1, 3, in: first) + entries(2, 4, in: second)).1
    #expect(actions == [.transmit(entry: 1, ref: 1), .transmit(entry: 2, ref: 2)])
  }

  @Test("sends the next one when the one before is answered")
  func order() {
    var (machine, _) = online(entries(1, 2, in: first))
    #expect(machine.handle(.loaded(entries(1, 2, in: first))).isEmpty)
    #expect(machine.handle(.answered(ref: 1)) == [.settle(entry: 1), .transmit(entry: 2, ref: 2)])
    #expect(machine.handle(.answered(ref: 2)) == [.settle(entry: 2), .reload])
  }

  /// The conversation and the seconds of the one timer that was started; nothing else was done.
  private func pause(_ actions: [Machine.Action]) throws -> (ConversationID, Double) {
    guard actions.count == 1, case .startRetryTimer(let conversation, let seconds) = actions[0] else {
      throw OtherActions(actions: actions)
    }
    return (conversation, seconds)
  }

  private struct OtherActions: Error {
    let actions: [Machine.Action]
  }

  @Test("a refusal that may pass holds its conversation for no less than the time asked, and only that one")
  func retryable() throws {
    var (machine, _) = online(entries(1, 2, in: first) + entries(3, in: second))
    let (held, seconds) = try pause(machine.handle(.refused(ref: 1, busy)))
    #expect(held == first)
    #expect((4...5).contains(seconds))
    #expect(machine.handle(.loaded(entries(1, 2, in: first) + entries(3, in: second))).isEmpty)
    #expect(machine.handle(.answered(ref: 2)) == [.settle(entry: 3), .reload])
    #expect(machine.handle(.retryDue(first)) == [.reload])
    #expect(machine.handle(.loaded(entries(1, 2, in: first))) == [.transmit(entry: 1, ref: 3)])
  }

  @Test("refusals that may pass are tried again without end, after waits that double up to a minute")
  func withoutEnd() throws {
    for code in [ErrorCode.overloaded, .rateLimited, .internal] {
      var (machine, _) = online(entries(1, in: first))
      for attempt in 0..<40 {
        let seconds = try pause(machine.handle(.refused(ref: Int64(attempt) + 1, Refusal(code, "Later.")))).1
        let base = min(60, Double(1 << min(attempt, 10)))
        #expect((base...base * 1.25).contains(seconds), "\(code), \(attempt)")
        _ = machine.handle(.retryDue(first))
        #expect(machine.handle(.loaded(entries(1, in: first))).count == 1)
      }
    }
  }

  @Test("a server that breaks at one entry while it takes others counts against it; overload never does")
  func thisVeryEntry() throws {
    for (code, counts) in [(ErrorCode.internal, true), (.overloaded, false), (.rateLimited, false)] {
      var (machine, _) = online(entries(1, in: first) + entries(2, 3, 4, in: second))
      let refusal = Refusal(code, "Broken.")
      #expect(try pause(machine.handle(.refused(ref: 1, refusal))).0 == first)
      #expect(machine.handle(.answered(ref: 2)) == [.settle(entry: 2), .transmit(entry: 3, ref: 3)])
      _ = machine.handle(.retryDue(first))
      #expect(machine.handle(.loaded(entries(1, in: first) + entries(3, 4, in: second))).count == 1)
      let again = machine.handle(.refused(ref: 4, refusal))
      #expect(again.contains(.recordFailure(entry: 1, refusal, isTerminal: false)) == counts)
      // Nothing has passed since.
      _ = machine.handle(.retryDue(first))
      _ = machine.handle(.loaded(entries(1, in: first) + entries(3, 4, in: second)))
      #expect(try pause(machine.handle(.refused(ref: 5, refusal))).0 == first)
      // Somebody else's message passes.
      _ = machine.handle(.passed)
      _ = machine.handle(.retryDue(first))
      _ = machine.handle(.loaded(entries(1, in: first) + entries(3, 4, in: second)))
      let last = machine.handle(.refused(ref: 6, refusal))
      #expect(last.contains(.recordFailure(entry: 1, refusal, isTerminal: false)) == counts)
    }
  }

  @Test("whoever asks to try now does not wait, and the next wait is no shorter for it")
  func kicked() throws {
    var (machine, _) = online(entries(1, in: first))
    #expect(machine.handle(.kicked).isEmpty)
    _ = machine.handle(.refused(ref: 1, Refusal(.overloaded, "")))
    #expect(machine.handle(.kicked) == [.cancelRetryTimer(first), .reload])
    #expect(machine.handle(.loaded(entries(1, in: first))) == [.transmit(entry: 1, ref: 2)])
    #expect(try pause(machine.handle(.refused(ref: 2, Refusal(.overloaded, "")))).1 >= 2)
  }

  @Test("behind an entry that failed for good the conversation goes on")
  func terminal() {
    var (machine, _) = online(entries(1, 2, in: first))
    #expect(
      machine.handle(.refused(ref: 1, refused)) == [.recordFailure(entry: 1, refused, isTerminal: true), .reload])
    #expect(machine.handle(.loaded(entries(2, in: first))) == [.transmit(entry: 2, ref: 2)])
  }

  @Test("losing the connection is no failure: the same entry goes first on the next one, under a new ref")
  func loss() {
    var (machine, _) = online(entries(1, 2, in: first))
    #expect(machine.handle(.suspended).isEmpty)
    #expect(machine.handle(.loaded(entries(1, 2, in: first))).isEmpty)
    #expect(machine.handle(.resumed) == [.reload])
    #expect(machine.handle(.loaded(entries(1, 2, in: first))) == [.transmit(entry: 1, ref: 2)])
  }

  @Test("losing the connection ends the wait of a conversation")
  func lossWhileWaiting() {
    var (machine, _) = online(entries(1, in: first))
    _ = machine.handle(.refused(ref: 1, busy))
    #expect(machine.handle(.suspended) == [.cancelRetryTimer(first)])
    _ = machine.handle(.resumed)
    #expect(machine.handle(.loaded(entries(1, in: first))) == [.transmit(entry: 1, ref: 2)])
  }

  @Test("what makes the server leave counts an attempt once nobody else can have been it, and goes alone until then")
  func rejection() {
    let all = entries(1, in: first) + entries(2, in: second)
    var (machine, _) = online(all)
    #expect(machine.handle(.rejected(refused)).isEmpty)
    _ = machine.handle(.suspended)
    _ = machine.handle(.resumed)
    #expect(machine.handle(.loaded(all)) == [.transmit(entry: 1, ref: 3)])
    #expect(machine.handle(.rejected(refused)) == [.recordFailure(entry: 1, refused, isTerminal: false)])
    _ = machine.handle(.suspended)
    _ = machine.handle(.resumed)
    #expect(machine.handle(.loaded(entries(2, in: second))) == [.transmit(entry: 2, ref: 4)])
    _ = machine.handle(.answered(ref: 4))
    #expect(machine.handle(.loaded([])).isEmpty)
    #expect(machine.handle(.loaded(all)).count == 2)
  }

  @Test("answers to unknown refs, and to those of a former connection, change nothing")
  func unknownRefs() {
    var (machine, _) = online(entries(1, in: first))
    #expect(machine.handle(.answered(ref: 9)).isEmpty)
    _ = machine.handle(.suspended)
    #expect(machine.handle(.answered(ref: 1)).isEmpty)
    #expect(machine.handle(.refused(ref: 1, refused)).isEmpty)
  }

  @Test("whatever the server answers and whenever the connection breaks, a conversation is sent in order and whole")
  func randomised() {
    for seed in UInt64(0)..<200 {
      var random = SplitMix64(seed: seed)
      var model = OutboxModel()
      for id in Int64(1)...20 { model.waiting.append(.init(id: id, conversation: id % 2 == 0 ? first : second)) }
      model.run(random: &random)
      #expect(model.waiting.isEmpty)
      #expect(model.accepted.filter { $0 % 2 == 0 } == model.accepted.filter { $0 % 2 == 0 }.sorted())
      #expect(model.accepted.filter { $0 % 2 == 1 } == model.accepted.filter { $0 % 2 == 1 }.sorted())
      #expect(Set(model.accepted).union(model.failed).count == 20)
    }
  }
}

/// A store and a server around the machine.
private struct OutboxModel {
  var machine = OutboxMachine()
  var waiting: [OutboxMachine.Entry] = []
  /// As the server committed them.
  var accepted: [Int64] = []
  var failed: [Int64] = []
  private var requests: [(entry: Int64, ref: Int64)] = []
  private var timers: Set<ConversationID> = []

  mutating func run(random: inout SplitMix64) {
    execute(machine.handle(.resumed))
    while !waiting.isEmpty {
      switch random.next() % 10 {
      case 0:
        requests = []
        execute(machine.handle(.suspended))
        execute(machine.handle(.resumed))
      case 1, 2:
        guard let conversation = timers.min() else { continue }
        timers.remove(conversation)
        execute(machine.handle(.retryDue(conversation)))
      default: answer(random: &random)
      }
    }
  }

  private mutating func answer(random: inout SplitMix64) {
    guard !requests.isEmpty else { return }
    let request = requests.removeFirst()
    switch random.next() % 5 {
    case 0: execute(machine.handle(.refused(ref: request.ref, Refusal(.overloaded, ""))))
    case 1: execute(machine.handle(.refused(ref: request.ref, Refusal(.forbidden, ""))))
    default:
      accepted.append(request.entry)
      execute(machine.handle(.answered(ref: request.ref)))
    }
  }

  private mutating func execute(_ actions: [OutboxMachine.Action]) {
    for action in actions {
      switch action {
      case .transmit(let entry, let ref): requests.append((entry, ref))
      case .settle(let entry): waiting.removeAll { $0.id == entry }
      case .recordFailure(let entry, _, let isTerminal):
        guard isTerminal else { continue }
        waiting.removeAll { $0.id == entry }
        failed.append(entry)
      case .startRetryTimer(let conversation, _): timers.insert(conversation)
      case .cancelRetryTimer(let conversation): timers.remove(conversation)
      case .reload: execute(machine.handle(.loaded(waiting)))
      }
    }
  }
}
