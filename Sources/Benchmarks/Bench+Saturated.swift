import Domain
import Foundation

extension Bench {
  /// Text of 100 bytes, as in every measurement: words, so that the search index has its usual
  /// work.
  static let text =
    "The deploy went out at noon, nothing broke; we can close the"
    + " ticket and tell the others before lunch"

  /// Both users of each direct conversation send as fast as their acks come back.
  func saturatedDirect(pairs: Int, inFlight: Int) async throws {
    let folder = try makeDataFolder()
    let fixture = try BenchFixture(folder: folder)
    let users = try await fixture.makeUsers(pairs * 2)
    let conversations = try await fixture.makePairs(users)
    let known = try users.map { try fixture.feedRevs(of: $0) }
    fixture.close()
    let server = try ServerProcess(data: folder)
    defer { server.stop() }
    let buffer = ReadBuffer()
    let sockets = try LoadSocket.connect(users, known: known, to: server, buffer: buffer)
    let load = SaturatedLoad(
      try LoadLoop(sockets, buffer: buffer), targets: users.indices.map { conversations[$0 / 2] }, inFlight: inFlight)
    let result = try load.run(server, warmUp: 2, seconds: seconds)
    try load.drain(deliveriesPerMessage: 1)
    let whole = try server.cpuSecondsWhenQuiet() / Double(load.total)
    let name = "direct, \(pairs) pairs"
    record(name, "acked", result.acked / result.seconds, "messages/s", target: 25_000, atLeast: true)
    record(name, "delivered", result.delivered / result.seconds, "messages/s", target: 25_000, atLeast: true)
    record(name, "server CPU per message", result.serverCPU / result.acked * 1e6, "µs", target: 40)
    record(name, "server CPU per message, later indexing for search and start included", whole * 1e6, "µs", target: 40)
    record(name, "server CPU", result.serverCPU / result.seconds * 100, "% of a core")
    record(name, "generator CPU per message", result.ownCPU / result.acked * 1e6, "µs")
    try remove(folder)
  }

  /// Some members of one group send as fast as their acks come back; every member has a socket.
  func saturatedGroup(members: Int, senders: Int, inFlight: Int) async throws {
    let folder = try makeDataFolder()
    let fixture = try BenchFixture(folder: folder)
    let users = try await fixture.makeUsers(members)
    let group = try await fixture.makeGroup(users)
    let known = try users.map { try fixture.feedRevs(of: $0) }
    fixture.close()
    let server = try ServerProcess(data: folder)
    defer { server.stop() }
    let buffer = ReadBuffer()
    let sockets = try LoadSocket.connect(users, known: known, to: server, buffer: buffer)
    let targets: [ConversationID?] = users.indices.map { $0 < senders ? group : nil }
    let load = SaturatedLoad(try LoadLoop(sockets, buffer: buffer), targets: targets, inFlight: inFlight)
    let result = try load.run(server, warmUp: 2, seconds: seconds)
    try load.drain(deliveriesPerMessage: members - 1)
    let name = "group of \(members)"
    record(name, "delivered", result.delivered / result.seconds, "deliveries/s", target: 120_000, atLeast: true)
    record(name, "server CPU per delivery", result.serverCPU / result.delivered * 1e6, "µs", target: 8)
    record(name, "acked", result.acked / result.seconds, "messages/s")
    record(name, "server CPU", result.serverCPU / result.seconds * 100, "% of a core")
    record(name, "generator CPU per delivery", result.ownCPU / result.delivered * 1e6, "µs")
    try remove(folder)
  }
}

/// Sockets that each keep some messages on their way.
final class SaturatedLoad {
  /// What happened in the measured seconds.
  struct Result {
    let seconds: Double
    let acked: Double
    let delivered: Double
    let serverCPU: Double
    let ownCPU: Double
  }

  private let loop: LoadLoop
  private var templates: [MessageTemplate?]
  private let inFlight: Int
  private var nextRef = MessageTemplate.firstRef
  private var isSending = true
  private var sent = 0

  /// Messages sent since the start, warm-up included.
  var total: Int { sent }

  private var acked = 0
  private var delivered = 0

  /// `targets` says where each socket sends; `nil` only listens.
  init(_ loop: LoadLoop, targets: [ConversationID?], inFlight: Int) {
    self.loop = loop
    self.inFlight = inFlight
    let source = RandomIdentifierSource()
    let prefix: MessageID = source.next()
    templates = targets.map { target in
      target.map { MessageTemplate(conversation: $0, prefix: prefix.high, text: Bench.text) }
    }
  }

  func run(_ server: ServerProcess, warmUp: Double, seconds: Double) throws -> Result {
    for index in templates.indices where templates[index] != nil {
      for _ in 0..<inFlight { send(from: index) }
      try loop.flush(index)
    }
    try turn(until: .now + .seconds(warmUp))
    let start = ContinuousClock.now
    let before = (acked, delivered, try server.cpuSeconds(), Self.ownCPUSeconds())
    try turn(until: start + .seconds(seconds))
    let elapsed = (ContinuousClock.now - start).inSeconds
    return Result(
      seconds: elapsed, acked: Double(acked - before.0), delivered: Double(delivered - before.1),
      serverCPU: try server.cpuSeconds() - before.2, ownCPU: Self.ownCPUSeconds() - before.3)
  }

  /// Waits for what is on its way and checks that nothing was lost or came twice.
  func drain(deliveriesPerMessage: Int) throws {
    isSending = false
    let deadline = ContinuousClock.now + .seconds(20)
    while acked < sent || delivered < sent * deliveriesPerMessage, .now < deadline {
      try turn(until: .now + .milliseconds(50))
    }
    guard acked == sent, delivered == sent * deliveriesPerMessage else {
      throw BenchError("sent \(sent), acked \(acked), delivered \(delivered) of \(sent * deliveriesPerMessage)")
    }
  }

  private func turn(until deadline: ContinuousClock.Instant) throws {
    while .now < deadline {
      try loop.turn(timeout: 10) { index, event, _ in
        switch event {
        case .ack:
          acked += 1
          if isSending { send(from: index) }
        case .delta:
          delivered += 1
        default:
          break
        }
      }
    }
  }

  private func send(from index: Int) {
    templates[index]?.set(nextRef)
    guard let template = templates[index] else { return }
    nextRef += 1
    sent += 1
    loop.sockets[index].enqueue(template.bytes)
  }

  /// Seconds of CPU that this process has used.
  private static func ownCPUSeconds() -> Double {
    Double(clock()) / Double(CLOCKS_PER_SEC)
  }
}
