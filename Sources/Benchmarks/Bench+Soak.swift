import Domain
import Foundation
import WireProtocol

/// What a long run is asked to show.
struct SoakPlan {
  /// After how many messages the server is measured.
  var marks = [1_000, 100_000, 1_000_000]
  /// Messages, one in flight, over which CPU is measured at each mark, and how often. The median
  /// counts: a machine whose host is busy for some seconds would otherwise decide the comparison.
  var sample = 2_000
  var samples = 7
  /// Seconds and messages a second of the mix at each mark.
  var mixSeconds = 20.0
  var mixRate = 200

  /// The last mark's CPU over the first's, at most.
  static let maximumGrowth = 1.2
  /// What SQLite's page caches, the conversations' and the allocator's may add between the first
  /// mark and the last.
  static let maximumMemoryGrowth = 64.0
}

extension Bench {
  /// One sender with one message in flight until the last mark, and at each mark a mix of all that
  /// clients do. What a message costs must not depend on how many there were before.
  func soak(_ plan: SoakPlan) async throws {
    let folder = try makeDataFolder()
    let fixture = try BenchFixture(folder: folder)
    let users = try await fixture.makeUsers(20)
    let pair = try await fixture.makePairs(Array(users.prefix(2)))[0]
    let group = try await fixture.makeGroup(users)
    try await fixture.post(1_000, to: group, from: users[0], text: Self.text)
    let known = try users.map { try fixture.feedRevs(of: $0) }
    fixture.close()
    let server = try ServerProcess(data: folder)
    defer { server.stop() }
    let buffer = ReadBuffer()
    let sockets = try LoadSocket.connect(users, known: known, to: server, buffer: buffer)
    let loop = try LoadLoop(sockets, buffer: buffer)
    let sequence = SequentialLoad(loop, to: pair)
    let mix = MixedLoad(loop, in: group, users: users, port: server.port, buffer: buffer)
    var states: [SoakState] = []
    for mark in plan.marks {
      try sequence.run(max(0, mark - sequence.sent))
      var samples: [Double] = []
      for _ in 0..<plan.samples {
        let before = try server.cpuSeconds()
        try sequence.run(plan.sample)
        samples.append((try server.cpuSeconds() - before) / Double(plan.sample) * 1e6)
      }
      let middle = try server.cpuSeconds()
      mix.users = try await fixture.withFreshTokens(users)
      let sent = try mix.run(rate: plan.mixRate, seconds: plan.mixSeconds)
      let end = try server.cpuSeconds()
      let state = SoakState(
        sequential: samples.sorted()[samples.count / 2], mixed: (end - middle) / Double(sent) * 1e6,
        memory: try server.residentBytes() / 1_048_576, threads: try server.threadCount(),
        descriptors: try server.descriptorCount(), stored: Double(try storedBytes(in: folder)) / 1_048_576)
      report(state, at: mark, of: plan)
      states.append(state)
    }
    if let first = states.first, let last = states.last, states.count > 1 { compare(first, last) }
    try remove(folder)
  }

  private func report(_ state: SoakState, at mark: Int, of plan: SoakPlan) {
    let name = "after \(Figure.text(Double(mark))) messages"
    record(name, "server CPU per message, one in flight", state.sequential, "µs")
    record(name, "server CPU per message of the mix at \(plan.mixRate)/s", state.mixed, "µs")
    record(name, "server memory", state.memory, "MiB")
    record(name, "threads", Double(state.threads), "")
    record(name, "descriptors", Double(state.descriptors), "")
    record(name, "files", state.stored, "MiB")
  }

  private func compare(_ first: SoakState, _ last: SoakState) {
    let name = "last over first"
    record(
      name, "CPU, one in flight", last.sequential / first.sequential, "times", target: SoakPlan.maximumGrowth)
    record(name, "CPU, mix", last.mixed / first.mixed, "times", target: SoakPlan.maximumGrowth)
    record(name, "more memory", last.memory - first.memory, "MiB", target: SoakPlan.maximumMemoryGrowth)
    record(name, "more threads", Double(last.threads - first.threads), "", target: 2)
    record(name, "more descriptors", Double(last.descriptors - first.descriptors), "", target: 8)
  }

  private func storedBytes(in folder: URL) throws -> Int {
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.fileSizeKey])
    return try files.reduce(0) { try $0 + ($1.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0) }
  }
}

/// What the server was like at a mark. CPU in microseconds a message; memory and files in MiB.
private struct SoakState {
  let sequential: Double
  let mixed: Double
  let memory: Double
  let threads: Int
  let descriptors: Int
  let stored: Double
}

/// One sender that waits for each ack before it sends the next message.
private final class SequentialLoad {
  private let loop: LoadLoop
  private var template: MessageTemplate
  private(set) var sent = 0

  init(_ loop: LoadLoop, to conversation: ConversationID) {
    self.loop = loop
    let prefix: MessageID = RandomIdentifierSource().next()
    template = MessageTemplate(conversation: conversation, prefix: prefix.high, text: Bench.text)
  }

  func run(_ count: Int) throws {
    for _ in 0..<count {
      template.set(MessageTemplate.firstRef + Int64(sent))
      sent += 1
      loop.sockets[0].enqueue(template.bytes)
      try loop.flush(0)
      var isAcked = false
      let deadline = ContinuousClock.now + .seconds(30)
      while !isAcked {
        guard .now < deadline else { throw BenchError("a message was not acked in 30 s") }
        try loop.turn(timeout: 1_000) { index, event, _ in
          if index == 0, event == .ack { isAcked = true }
        }
      }
    }
  }
}

/// A group at a steady rate as it is used: everybody's client reports what came and what was read,
/// people type, read older messages, and come back after a while.
private final class MixedLoad {
  private let loop: LoadLoop
  private let group: ConversationID
  var users: [BenchUser]
  private let port: Int
  private let buffer: ReadBuffer
  private var template: MessageTemplate
  private var nextRef = MessageTemplate.firstRef
  private var latestSeq: Int64 = 1_000
  private var acked = 0
  private var rounds = 0

  init(_ loop: LoadLoop, in group: ConversationID, users: [BenchUser], port: Int, buffer: ReadBuffer) {
    self.loop = loop
    self.group = group
    self.users = users
    self.port = port
    self.buffer = buffer
    let prefix: MessageID = RandomIdentifierSource().next()
    template = MessageTemplate(conversation: group, prefix: prefix.high, text: Bench.text)
  }

  /// Answers how many messages were sent. Returns when all of them are acked.
  func run(rate: Int, seconds: Double) throws -> Int {
    let count = Int(Double(rate) * seconds)
    acked = 0
    var due = ContinuousClock.now
    for number in 0..<count {
      while due - .now > .zero { try turn(timeout: Int32((due - .now).milliseconds.rounded(.up))) }
      try act(number, rate: rate)
      due += .seconds(1) / rate
    }
    let deadline = ContinuousClock.now + .seconds(30)
    while acked < count, .now < deadline { try turn(timeout: 10) }
    guard acked == count else { throw BenchError("\(count - acked) messages of the mix were not acked") }
    return count
  }

  private func act(_ number: Int, rate: Int) throws {
    rounds += 1
    let sender = number % loop.sockets.count
    let reader = (number + 7) % loop.sockets.count
    if number % 3 == 0 { try say(.typing(conversation: group, active: true), as: sender) }
    template.set(nextRef)
    nextRef += 1
    latestSeq += 1
    loop.sockets[sender].enqueue(template.bytes)
    try loop.flush(sender)
    try say(.delivered(conversation: group, seq: latestSeq - 1), as: reader)
    if number % 4 == 0 { try say(.read(conversation: group, seq: latestSeq - 1, markUnread: false), as: reader) }
    if number % 10 == 0 {
      try say(
        .history(ref: Int64(rounds), conversation: group, before: max(latestSeq - 200, 52), after: nil, limit: 50),
        as: reader)
    }
    if number % rate == rate / 2 {
      _ = try LoadSocket(port: port, token: users[reader].token, known: [:], buffer: buffer)
    }
  }

  private func say(_ frame: ClientFrame, as index: Int) throws {
    loop.sockets[index].enqueue(LoadFrame.masked(frame.encode()))
    try loop.flush(index)
  }

  private func turn(timeout: Int32) throws {
    try loop.turn(timeout: timeout) { _, event, _ in
      if event == .ack { acked += 1 }
    }
  }
}
