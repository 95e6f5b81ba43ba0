import Domain
import Foundation

extension Bench {
  /// A steady rate over some direct conversations that hold `stored` messages; how long until the
  /// ack, and until the other side has it.
  func paced(pairs: Int, rate: Int, stored: Int) async throws {
    let folder = try makeDataFolder()
    let fixture = try BenchFixture(folder: folder)
    let users = try await fixture.makeUsers(pairs * 2)
    let conversations = try await fixture.makePairs(users)
    try await fixture.fill(conversations, with: stored, from: users, text: Self.text)
    let known = try users.map { try fixture.feedRevs(of: $0) }
    fixture.close()
    let flush = try DiskProbe.flushTimes(in: folder)
    let server = try ServerProcess(data: folder)
    defer { server.stop() }
    let buffer = ReadBuffer()
    let sockets = try LoadSocket.connect(users, known: known, to: server, buffer: buffer)
    let load = PacedLoad(
      try LoadLoop(sockets, buffer: buffer), targets: users.indices.map { conversations[$0 / 2] })
    try load.run(rate: rate, seconds: 2)
    load.forget()
    let cpu = try server.cpuSeconds()
    try load.run(rate: rate, seconds: seconds)
    let used = try server.cpuSeconds() - cpu
    let name = "\(rate) messages/s" + (stored > 0 ? ", \(Figure.text(Double(stored))) stored" : "")
    record(name, "disk flush p50", flush.value(0.5), "ms")
    record(name, "disk flush p99", flush.value(0.99), "ms")
    record(name, "ack p50", load.acks.value(0.5), "ms", target: 0.7 + flush.value(0.5))
    record(name, "ack p99", load.acks.value(0.99), "ms", target: 2 + flush.value(0.99))
    record(name, "delivery p50", load.deliveries.value(0.5), "ms", target: 0.8 + flush.value(0.5))
    record(name, "delivery p99", load.deliveries.value(0.99), "ms", target: 2.5 + flush.value(0.99))
    record(name, "server CPU per message", used / Double(load.acks.count) * 1e6, "µs", target: 150)
    try remove(folder)
  }
}

/// Sends one message after another at even distances and times each.
final class PacedLoad {
  private(set) var acks = Percentiles()
  private(set) var deliveries = Percentiles()
  private let loop: LoadLoop
  private var templates: [MessageTemplate]
  private var nextRef = MessageTemplate.firstRef
  private var waiting: [Int64: (sentAt: ContinuousClock.Instant, parts: Int)] = [:]

  init(_ loop: LoadLoop, targets: [ConversationID]) {
    self.loop = loop
    let prefix: MessageID = RandomIdentifierSource().next()
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
    waiting[nextRef] = (.now, 2)
    nextRef += 1
    try loop.flush(index)
  }

  private func turn(timeout: Int32) throws {
    try loop.turn(timeout: timeout) { _, event, payload in
      switch event {
      case .ack:
        if let sentAt = take(payload.ackRef) { acks.add(.now - sentAt) }
      case .delta:
        if let ref = payload.firstMessageRef, let sentAt = take(ref) { deliveries.add(.now - sentAt) }
      default:
        break
      }
    }
  }

  private func take(_ ref: Int64) -> ContinuousClock.Instant? {
    guard let entry = waiting[ref] else { return nil }
    waiting[ref] = entry.parts > 1 ? (entry.sentAt, entry.parts - 1) : nil
    return entry.sentAt
  }
}
