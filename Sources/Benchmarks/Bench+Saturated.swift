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
    let workspace = try makeWorkspace()
    let fixture = try BenchFixture(workspace)
    let users = try await fixture.makeUsers(pairs * 2)
    let conversations = try await fixture.makePairs(users)
    let known = try users.map { try fixture.feedRevs(of: $0) }
    fixture.close()
    let earlier = try ServiceTime(of: workspace).seconds
    let servers = try ServerGroup(workspace)
    defer { servers.stop() }
    let buffer = ReadBuffer()
    let sockets = try LoadSocket.connect(users, known: known, to: servers.nodes, buffer: buffer)
    let load = SaturatedLoad(
      try LoadLoop(sockets, buffer: buffer), targets: users.indices.map { conversations[$0 / 2] },
      followers: workspace.followers(of: users.indices.map { conversations[$0 / 2] }, known), inFlight: inFlight)
    let result = try load.run(servers, warmUp: 2, seconds: seconds)
    try load.drain(deliveriesPerMessage: 1)
    let whole = (try servers.cpuSecondsWhenQuiet() - earlier) / Double(load.total)
    let isShared = workspace.database != nil
    let name = "direct, \(pairs) pairs\(workspace.label)"
    let rate = isShared ? 8_000.0 : 25_000
    let cost = isShared ? 150.0 : 40
    record(name, "acked", result.acked / result.seconds, "messages/s", target: rate, atLeast: true)
    record(name, "delivered", result.delivered / result.seconds, "messages/s", target: rate, atLeast: true)
    record(name, "server CPU per message", result.serverCPU / result.acked * 1e6, "µs", target: cost)
    if isShared {
      record(name, result.services, per: result.acked, in: workspace)
      record(name, "pulls for each message", Double(load.pulls) / Double(load.total), "")
    }
    record(
      name, "server CPU per message, later indexing for search and start included", whole * 1e6, "µs", target: cost)
    record(name, "server CPU", result.serverCPU / result.seconds * 100, "% of a core")
    record(name, "generator CPU per message", result.ownCPU / result.acked * 1e6, "µs")
    servers.stop()
    try workspace.remove()
  }

  /// Some members of one group send as fast as their acks come back; every member has a socket.
  func saturatedGroup(members: Int, senders: Int, inFlight: Int) async throws {
    let workspace = try makeWorkspace()
    let fixture = try BenchFixture(workspace)
    let users = try await fixture.makeUsers(members)
    let group = try await fixture.makeGroup(users)
    let known = try users.map { try fixture.feedRevs(of: $0) }
    fixture.close()
    let servers = try ServerGroup(workspace)
    defer { servers.stop() }
    let buffer = ReadBuffer()
    let sockets = try LoadSocket.connect(users, known: known, to: servers.nodes, buffer: buffer)
    let targets: [ConversationID?] = users.indices.map { $0 < senders ? group : nil }
    let load = SaturatedLoad(
      try LoadLoop(sockets, buffer: buffer), targets: targets,
      followers: workspace.followers(of: users.map { _ in group }, known), inFlight: inFlight)
    let result = try load.run(servers, warmUp: 2, seconds: seconds)
    try load.drain(deliveriesPerMessage: members - 1)
    let isShared = workspace.database != nil
    let name = "group of \(members)\(workspace.label)"
    let rate = isShared ? 60_000.0 : 120_000
    record(name, "delivered", result.delivered / result.seconds, "deliveries/s", target: rate, atLeast: true)
    record(name, "server CPU per delivery", result.serverCPU / result.delivered * 1e6, "µs", target: 8)
    record(name, "acked", result.acked / result.seconds, "messages/s")
    record(name, "server CPU", result.serverCPU / result.seconds * 100, "% of a core")
    record(name, "generator CPU per delivery", result.ownCPU / result.delivered * 1e6, "µs")
    if isShared {
      record(name, result.services, per: result.delivered, in: workspace)
      record(name, "pulls for each message", Double(load.pulls) / Double(load.total), "")
    }
    servers.stop()
    try workspace.remove()
  }
}

/// Sockets that each keep some messages on their way.
final class SaturatedLoad {
  /// What happened in the measured seconds.
  struct Result {
    let seconds: Double
    let acked: Double
    let delivered: Double
    /// With the services'.
    let serverCPU: Double
    let services: ServiceTime
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
  private let messageKey: [UInt8]
  /// Of each socket; empty with one server, whose deltas are one message each, in their order.
  private var followers: [FeedFollower]
  private var received: [NumberSet]
  /// Which socket sent the message of a ref.
  private var senders: [UInt16] = []

  /// Requests for what was missing before a delta.
  private(set) var pulls = 0

  /// `targets` says where each socket sends; `nil` only listens. Several servers need `followers`.
  init(_ loop: LoadLoop, targets: [ConversationID?], followers: [FeedFollower], inFlight: Int) {
    self.loop = loop
    self.inFlight = inFlight
    self.followers = followers
    received = followers.map { _ in NumberSet() }
    let source = RandomIdentifierSource()
    let prefix: MessageID = source.next()
    messageKey = UnsafeRawBufferPointer.messageKey(prefix: prefix.high)
    templates = targets.map { target in
      target.map { MessageTemplate(conversation: $0, prefix: prefix.high, text: Bench.text) }
    }
  }

  func run(_ servers: ServerGroup, warmUp: Double, seconds: Double) throws -> Result {
    for index in templates.indices where templates[index] != nil {
      for _ in 0..<inFlight { send(from: index) }
      try loop.flush(index)
    }
    try turn(until: .now + .seconds(warmUp))
    let start = ContinuousClock.now
    let before = (acked, delivered, try servers.cpuSeconds(), Self.ownCPUSeconds(), try servers.services())
    try turn(until: start + .seconds(seconds))
    let elapsed = (ContinuousClock.now - start).inSeconds
    return Result(
      seconds: elapsed, acked: Double(acked - before.0), delivered: Double(delivered - before.1),
      serverCPU: try servers.cpuSeconds() - before.2, services: try servers.services() - before.4,
      ownCPU: Self.ownCPUSeconds() - before.3)
  }

  /// Waits for what is on its way and checks that nothing was lost or came twice.
  func drain(deliveriesPerMessage: Int) throws {
    isSending = false
    let deadline = ContinuousClock.now + .seconds(20)
    while acked < sent || delivered < sent * deliveriesPerMessage, .now < deadline {
      try turn(until: .now + .milliseconds(50))
    }
    guard acked == sent, delivered == sent * deliveriesPerMessage else {
      throw BenchError(
        "sent \(sent), acked \(acked), delivered \(delivered) of \(sent * deliveriesPerMessage), \(pulls) pulls")
    }
  }

  private func turn(until deadline: ContinuousClock.Instant) throws {
    while .now < deadline {
      try loop.turn(timeout: 10) { index, event, payload in
        switch event {
        case .ack:
          acked += 1
          if isSending { send(from: index) }
          if !followers.isEmpty { follow(index, payload) }
        case .delta:
          if followers.isEmpty { delivered += 1 } else { follow(index, payload) }
        default:
          break
        }
      }
    }
  }

  private func follow(_ index: Int, _ payload: UnsafeRawBufferPointer) {
    let (counts, pull) = followers[index].take(payload)
    if let pull {
      pulls += 1
      loop.sockets[index].enqueue(pull)
    }
    guard counts else { return }
    payload.forEachMessageRef(messageKey) { ref in
      let number = Int(ref - MessageTemplate.firstRef)
      if senders[number] != index, received[index].insert(number) { delivered += 1 }
    }
  }

  private func send(from index: Int) {
    templates[index]?.set(nextRef)
    guard let template = templates[index] else { return }
    nextRef += 1
    sent += 1
    senders.append(UInt16(index))
    loop.sockets[index].enqueue(template.bytes)
  }

  /// Seconds of CPU that this process has used.
  private static func ownCPUSeconds() -> Double {
    Double(clock()) / Double(CLOCKS_PER_SEC)
  }
}
