import Domain
import Foundation

extension Bench {
  /// A steady rate over some direct conversations that hold `stored` messages; how long until the
  /// ack, and until the other side has it.
  func paced(pairs: Int, rate: Int, stored: Int) async throws {
    let workspace = try makeWorkspace()
    let fixture = try BenchFixture(workspace)
    let users = try await fixture.makeUsers(pairs * 2)
    let conversations = try await fixture.makePairs(users)
    let empty = stored > 0 ? try workspace.storedBytes() : 0
    try await fixture.fill(conversations, with: stored, from: users, text: Self.text)
    let bytes = stored > 0 ? (try workspace.storedBytes() - empty) / Double(stored) : nil
    let known = try users.map { try fixture.feedRevs(of: $0) }
    fixture.close()
    let flush = try DiskProbe.flushTimes(in: workspace.folder)
    let servers = try ServerGroup(workspace)
    defer { servers.stop() }
    let buffer = ReadBuffer()
    let sockets = try LoadSocket.connect(users, known: known, to: servers.nodes, buffer: buffer)
    let load = PacedLoad(
      try LoadLoop(sockets, buffer: buffer), targets: users.indices.map { conversations[$0 / 2] },
      followers: workspace.followers(of: users.indices.map { conversations[$0 / 2] }, known))
    try load.run(rate: rate, seconds: 2)
    load.forget()
    let cpu = try servers.cpuSeconds()
    let services = try servers.services()
    try load.run(rate: rate, seconds: seconds)
    let used = try servers.cpuSeconds() - cpu
    let usedByServices = try servers.services() - services
    let isShared = workspace.database != nil
    let name =
      "\(rate) messages/s" + (stored > 0 ? ", \(Figure.text(Double(stored))) stored" : "") + workspace.label
    record(name, "disk flush p50", flush.value(0.5), "ms")
    record(name, "disk flush p99", flush.value(0.99), "ms")
    record(name, "ack p50", load.acks.value(0.5), "ms", target: isShared ? nil : 0.7 + flush.value(0.5))
    record(name, "ack p99", load.acks.value(0.99), "ms", target: (isShared ? 6 : 2) + flush.value(0.99))
    record(name, "delivery p50", load.deliveries.value(0.5), "ms", target: isShared ? nil : 0.8 + flush.value(0.5))
    record(name, "delivery p99", load.deliveries.value(0.99), "ms", target: (isShared ? 6 : 2.5) + flush.value(0.99))
    record(name, "server CPU per message", used / Double(load.acks.count) * 1e6, "µs", target: isShared ? 400 : 150)
    record(name, usedByServices, per: Double(load.acks.count), in: workspace)
    if let bytes { record(name, "stored for each message", bytes, "bytes") }
    servers.stop()
    try workspace.remove()
  }
}

/// Sends one message after another at even distances and times each.
final class PacedLoad {
  private(set) var acks = Percentiles()
  private(set) var deliveries = Percentiles()
  private let loop: LoadLoop
  private var templates: [MessageTemplate]
  private var nextRef = MessageTemplate.firstRef
  private var waiting: [Int64: (sentAt: ContinuousClock.Instant, sender: Int, missing: Set<LoadEvent>)] = [:]

  private let messageKey: [UInt8]
  /// As `SaturatedLoad` has them.
  private var followers: [FeedFollower]

  init(_ loop: LoadLoop, targets: [ConversationID], followers: [FeedFollower] = []) {
    self.loop = loop
    self.followers = followers
    let prefix: MessageID = RandomIdentifierSource().next()
    messageKey = UnsafeRawBufferPointer.messageKey(prefix: prefix.high)
    templates = targets.map { MessageTemplate(conversation: $0, prefix: prefix.high, text: Bench.text) }
  }

  func forget() {
    acks = Percentiles()
    deliveries = Percentiles()
  }

  /// Sends at the rate and returns when everything has been acked and delivered.
  func run(rate: Int, seconds: Double) throws {
    let interval = Duration.seconds(1) / rate
    let count = Int(Double(rate) * seconds)
    var due = ContinuousClock.now
    for number in 0..<count {
      while true {
        let left = due - .now
        guard left > .zero else { break }
        try turn(timeout: Int32(left.milliseconds.rounded(.up)))
      }
      try send(from: number % templates.count)
      due += interval
    }
    let deadline = ContinuousClock.now + .seconds(10)
    while !waiting.isEmpty, .now < deadline { try turn(timeout: 10) }
    guard waiting.isEmpty else { throw BenchError("\(waiting.count) messages were not acked and delivered") }
  }

  private func send(from index: Int) throws {
    templates[index].set(nextRef)
    loop.sockets[index].enqueue(templates[index].bytes)
    waiting[nextRef] = (.now, index, [.ack, .delta])
    nextRef += 1
    try loop.flush(index)
  }

  private func turn(timeout: Int32) throws {
    try loop.turn(timeout: timeout) { index, event, payload in
      switch event {
      case .ack:
        if let sentAt = take(payload.ackRef, .ack) { acks.add(.now - sentAt) }
        if !followers.isEmpty { follow(index, payload) }
      case .delta:
        if !followers.isEmpty {
          follow(index, payload)
        } else if let ref = payload.firstMessageRef, let sentAt = take(ref, .delta) {
          deliveries.add(.now - sentAt)
        }
      default:
        break
      }
    }
  }

  private func follow(_ index: Int, _ payload: UnsafeRawBufferPointer) {
    let (counts, pull) = followers[index].take(payload)
    if let pull { loop.sockets[index].enqueue(pull) }
    guard counts else { return }
    payload.forEachMessageRef(messageKey) { ref in
      // The sender has its own in the ack.
      guard let sender = waiting[ref]?.sender, sender != index else { return }
      if let sentAt = take(ref, .delta) { deliveries.add(.now - sentAt) }
    }
  }

  private func take(_ ref: Int64, _ event: LoadEvent) -> ContinuousClock.Instant? {
    guard var entry = waiting[ref], entry.missing.remove(event) != nil else { return nil }
    waiting[ref] = entry.missing.isEmpty ? nil : entry
    return entry.sentAt
  }
}
