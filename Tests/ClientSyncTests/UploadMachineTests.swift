import ClientSync
import Domain
import Testing

@Suite("The upload machine")
struct UploadMachineTests {
  private typealias Machine = UploadMachine
  private let chunk = UploadMachine.chunk
  private let busy = Refusal(.overloaded, "Later.", retryAfter: 4)

  private func file(_ number: UInt64) -> AttachmentID { AttachmentID(high: 1, low: number) }

  private func files(_ numbers: UInt64..., bytes: Int64 = 10) -> [Machine.File] {
    numbers.map { Machine.File(id: file($0), bytes: bytes) }
  }

  /// Online with files loaded; what went out.
  private func online(_ files: [Machine.File]) -> (Machine, [Machine.Action]) {
    var machine = Machine()
    #expect(machine.handle(.resumed).isEmpty)
    let actions = machine.handle(.loaded(files))
    return (machine, actions)
  }

  @Test("sends nothing while offline")
  func offline() {
    var machine = Machine()
    #expect(machine.handle(.loaded(files(1))).isEmpty)
    #expect(machine.handle(.resumed) == [.announce(file(1), request: 1)])
  }

  @Test("announces a file, sends it in chunks from where the server is, and ends with the last of them")
  func chunks() {
    var (machine, actions) = online(files(1, bytes: chunk * 2 + 5))
    #expect(actions == [.announce(file(1), request: 1)])
    #expect(
      machine.handle(.reached(request: 1, offset: 7)) == [
        .progressed(file(1), offset: 7),
        .transmit(file(1), request: 2, from: 7, count: chunk, isLast: false),
      ])
    actions = machine.handle(.reached(request: 2, offset: chunk + 7))
    #expect(actions.last == .transmit(file(1), request: 3, from: chunk + 7, count: chunk - 2, isLast: true))
    #expect(
      machine.handle(.completed(request: 3)) == [.progressed(file(1), offset: chunk * 2 + 5), .complete(file(1))])
  }

  @Test("two at once, the oldest message's first; one that waits to be tried again takes no place")
  func width() throws {
    var (machine, actions) = online(files(3, 1, 2, 4))
    #expect(actions == [.announce(file(3), request: 1), .announce(file(1), request: 2)])
    actions = machine.handle(.completed(request: 2))
    #expect(actions.contains(.announce(file(2), request: 3)))
    actions = machine.handle(.refused(request: 1, busy))
    #expect(actions.contains(.announce(file(4), request: 4)))
  }

  @Test("after a cut the server is asked, and what it has is not sent again")
  func cut() throws {
    var (machine, _) = online(files(1, bytes: 100))
    _ = machine.handle(.reached(request: 1, offset: 0))
    let seconds = try pause(machine.handle(.cut(request: 2)))
    #expect((1...1.25).contains(seconds))
    #expect(machine.handle(.retryDue(file(1))) == [.ask(file(1), request: 3)])
    #expect(
      machine.handle(.reached(request: 3, offset: 40)).last
        == .transmit(file(1), request: 4, from: 40, count: 60, isLast: true))
    // Nothing arrived this time: sent from there again.
    _ = machine.handle(.cut(request: 4))
    _ = machine.handle(.retryDue(file(1)))
    #expect(
      machine.handle(.reached(request: 5, offset: 40)).last
        == .transmit(file(1), request: 6, from: 40, count: 60, isLast: true))
  }

  @Test("a connection that is gone stops what is under way; it goes on from the server's word when it is back")
  func suspended() {
    var (machine, _) = online(files(1, bytes: 100))
    _ = machine.handle(.reached(request: 1, offset: 0))
    #expect(machine.handle(.suspended) == [.stop(file(1))])
    #expect(machine.handle(.reached(request: 2, offset: 100)).isEmpty)
    #expect(machine.handle(.resumed) == [.ask(file(1), request: 3)])
  }

  @Test("bytes from the wrong place: it goes on where the server says, and asks when it does not say")
  func conflict() {
    var (machine, _) = online(files(1, bytes: 100))
    _ = machine.handle(.reached(request: 1, offset: 10))
    #expect(
      machine.handle(.conflicted(request: 2, offset: 30)).last
        == .transmit(file(1), request: 3, from: 30, count: 70, isLast: true))
    #expect(machine.handle(.conflicted(request: 3, offset: nil)).count == 1)
    #expect(machine.handle(.retryDue(file(1))) == [.ask(file(1), request: 4)])
  }

  @Test("all bytes are there but the file was not answered: an empty last chunk asks for it")
  func emptyLast() {
    var (machine, _) = online(files(1, bytes: 100))
    #expect(
      machine.handle(.reached(request: 1, offset: 100)).last
        == .transmit(file(1), request: 2, from: 100, count: 0, isLast: true))
    #expect(machine.handle(.completed(request: 2)).last == .complete(file(1)))
  }

  @Test("a server that takes nothing is asked less and less often, without end")
  func stalled() throws {
    var (machine, _) = online(files(1, bytes: 100))
    var request: Int64 = 1
    var waits: [Double] = []
    for _ in 0..<9 {
      _ = machine.handle(.reached(request: request, offset: 0))
      waits.append(try pause(machine.handle(.reached(request: request + 1, offset: 0))))
      #expect(machine.handle(.retryDue(file(1))) == [.ask(file(1), request: request + 2)])
      request += 2
    }
    #expect(zip(waits, waits.dropFirst()).allSatisfy { $0 < $1 || $1 >= RetryWait.longest })
    #expect(waits.allSatisfy { $0 <= RetryWait.longest * 1.25 })
  }

  @Test("what the server has thrown away is announced again from the beginning")
  func missing() throws {
    var (machine, _) = online(files(1, bytes: 100))
    _ = machine.handle(.reached(request: 1, offset: 50))
    _ = try pause(machine.handle(.missing(request: 2)))
    #expect(machine.handle(.retryDue(file(1))) == [.announce(file(1), request: 3)])
    #expect(
      machine.handle(.reached(request: 3, offset: 0)).last
        == .transmit(file(1), request: 4, from: 0, count: 100, isLast: true))
  }

  @Test("a refusal that no retry helps fails the file, and the next begins")
  func refused() {
    var (machine, _) = online(files(1, 2, 3))
    let full = Refusal(.forbidden, "There is no room.")
    #expect(
      machine.handle(.refused(request: 1, full)) == [.announce(file(3), request: 3), .fail(file(1), full)])
    #expect(machine.handle(.reached(request: 1, offset: 3)).isEmpty)
  }

  @Test("a refusal that may pass is tried again no sooner than asked; the user can ask for it now")
  func busyServer() throws {
    var (machine, _) = online(files(1))
    #expect(try pause(machine.handle(.refused(request: 1, busy))) >= 4)
    #expect(machine.handle(.kicked) == [.cancelRetryTimer(file(1)), .announce(file(1), request: 2)])
  }

  @Test("a file that is given up is stopped, and its place is free")
  func givenUp() {
    var (machine, _) = online(files(1, 2, 3))
    #expect(machine.handle(.loaded(files(2, 3))) == [.stop(file(1)), .announce(file(3), request: 3)])
    #expect(machine.handle(.reached(request: 1, offset: 0)).isEmpty)
  }

  private func pause(_ actions: [Machine.Action]) throws -> Double {
    guard actions.count == 1, case .startRetryTimer(_, let seconds) = actions[0] else {
      throw OtherActions(actions: actions)
    }
    return seconds
  }

  private struct OtherActions: Error {
    let actions: [Machine.Action]
  }

  @Test("cut at any step, every file arrives whole and no byte of it twice", arguments: 1...40 as ClosedRange<UInt64>)
  func model(seed: UInt64) {
    var model = UploadModel(seed: seed)
    let isDone = model.run()
    #expect(isDone)
    #expect(model.arrived == model.sizes)
    #expect(model.doubled == 0)
  }

  @Test("the check above sees a client that goes on after a cut without asking")
  func plantedDefect() {
    let doubled = (1...40).map { seed in
      var model = UploadModel(seed: UInt64(seed), goesOnBlindly: true)
      _ = model.run()
      return model.doubled
    }
    #expect(doubled.contains { $0 > 0 })
  }
}

/// A server and a line that breaks around the machine.
private struct UploadModel {
  let sizes: [AttachmentID: Int64]
  /// Whole files as the server has them.
  private(set) var arrived: [AttachmentID: Int64] = [:]
  /// Bytes that were sent although the server had them.
  private(set) var doubled: Int64 = 0
  /// A defect: a cut is taken for bytes that did not arrive.
  private let goesOnBlindly: Bool
  private var machine: UploadMachine
  private var random: SplitMix64
  private var offsets: [AttachmentID: Int64] = [:]
  private var requests: [UploadMachine.Action] = []
  private var timers: Set<AttachmentID> = []
  private var isDone: Set<AttachmentID> = []

  init(seed: UInt64, goesOnBlindly: Bool = false) {
    self.goesOnBlindly = goesOnBlindly
    machine = UploadMachine(seed: seed)
    random = SplitMix64(seed: seed)
    let bytes: [Int64] = [0, 1, 700_000, 1 << 20, (1 << 20) + 1, 5_000_000]
    sizes = Dictionary(uniqueKeysWithValues: bytes.enumerated().map { (AttachmentID(high: 2, low: UInt64($0)), $1) })
  }

  private var waiting: [UploadMachine.File] {
    sizes.keys.sorted().filter { !isDone.contains($0) }.map { .init(id: $0, bytes: sizes[$0] ?? 0) }
  }

  /// Whether all arrived within so many steps.
  mutating func run() -> Bool {
    execute(machine.handle(.loaded(waiting)))
    execute(machine.handle(.resumed))
    for _ in 0..<5_000 {
      if isDone.count == sizes.count { return true }
      switch random.next() % 12 {
      case 0:
        requests = []
        timers = []
        execute(machine.handle(.suspended))
        execute(machine.handle(.resumed))
      case 1, 2:
        guard let file = timers.min() else { continue }
        timers.remove(file)
        execute(machine.handle(.retryDue(file)))
      case 3:
        // The client starts anew on what its store holds.
        requests = []
        timers = []
        machine = UploadMachine(seed: random.next())
        execute(machine.handle(.loaded(waiting)))
        execute(machine.handle(.resumed))
      default: answer()
      }
    }
    return false
  }

  private mutating func answer() {
    guard !requests.isEmpty else { return }
    let luck = random.next() % 6
    switch requests.removeFirst() {
    case .announce(let file, let request):
      if luck == 0 { return execute(machine.handle(.cut(request: request))) }
      if arrived[file] != nil { return execute(machine.handle(.completed(request: request))) }
      offsets[file, default: 0] += 0
      if luck == 1 { return execute(machine.handle(.cut(request: request))) }
      execute(machine.handle(.reached(request: request, offset: offsets[file] ?? 0)))
    case .ask(let file, let request):
      if luck == 0 { return execute(machine.handle(.cut(request: request))) }
      guard let offset = offsets[file] else { return execute(machine.handle(.missing(request: request))) }
      execute(machine.handle(.reached(request: request, offset: offset)))
    case .transmit(let file, let request, let from, let count, let isLast):
      take(file, request, from: from, count: count, isLast: isLast, luck: luck)
    default: break
    }
  }

  private mutating func take(
    _ file: AttachmentID, _ request: Int64, from: Int64, count: Int64, isLast: Bool, luck: UInt64
  ) {
    let held = offsets[file] ?? 0
    if from < held { doubled += min(held - from, count) }
    guard from == held else { return execute(machine.handle(.conflicted(request: request, offset: held))) }
    // The line may break before, in the midst of and behind the bytes.
    let taken = luck == 0 ? 0 : luck == 1 ? count / 2 : count
    offsets[file] = held + taken
    if taken == count, isLast { arrived[file] = held + taken }
    if luck <= 2 {
      let cut = UploadMachine.Event.cut(request: request)
      return execute(machine.handle(goesOnBlindly ? .conflicted(request: request, offset: from + 1) : cut))
    }
    execute(
      machine.handle(
        arrived[file] == nil ? .reached(request: request, offset: held + taken) : .completed(request: request)))
  }

  private mutating func execute(_ actions: [UploadMachine.Action]) {
    for action in actions {
      switch action {
      case .announce, .ask, .transmit: requests.append(action)
      case .complete(let file):
        isDone.insert(file)
        execute(machine.handle(.loaded(waiting)))
      case .startRetryTimer(let file, _): timers.insert(file)
      case .cancelRetryTimer(let file): timers.remove(file)
      case .handOver, .recallAll, .stop, .progressed, .fail: break
      }
    }
  }
}
