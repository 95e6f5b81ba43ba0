import Domain
import Foundation
import ServerCore
import TestSupport
import Testing

@testable import Bus

@Suite("The bus over NATS", .serialized)
struct NATSBusTests {
  private let workspace = HistoryID(high: 1, low: 2)
  private let team = ConversationID(high: 3, low: 4)
  private let other = ConversationID(high: 5, low: 6)

  /// Publishes until it is heard: a subscription may be on its way.
  private func publish(_ bytes: [UInt8], to subject: BusSubject, by bus: NATSBus, until ear: Ear) async throws {
    try await eventually("the event") {
      bus.publish(bytes, to: subject)
      return ear.heard.contains(bytes)
    }
  }

  @Test("what one server publishes to a subject is heard by those that want it, and not by itself")
  func publishes() async throws {
    try await NATSServer.run { server in
      let one = try NATSBus(server.address, workspace: workspace)
      let two = try NATSBus(server.address, workspace: workspace)
      defer { [one, two].forEach { $0.close() } }
      let (own, ear) = (Ear(), Ear())
      one.start(own)
      two.start(ear)
      one.subscribe(.conversation(team))
      two.subscribe(.conversation(team))
      try await publish([1, 0, 255], to: .conversation(team), by: one, until: ear)
      one.publish([2], to: .conversation(other))
      try await publish([3], to: .conversation(team), by: one, until: ear)
      #expect(!ear.heard.contains([2]))
      #expect(own.heard.isEmpty)
      two.unsubscribe(.conversation(team))
      two.subscribe(.workspace)
      try await publish([4], to: .workspace, by: one, until: ear)
      one.publish([5], to: .conversation(team))
      try await publish([6], to: .workspace, by: one, until: ear)
      #expect(!ear.heard.contains([5]))
    }
  }

  @Test("workspaces on one NATS server do not hear of each other")
  func separates() async throws {
    try await NATSServer.run { server in
      let buses = try [workspace, workspace, HistoryID(high: 9, low: 9), HistoryID(high: 9, low: 9)].map {
        try NATSBus(server.address, workspace: $0)
      }
      defer { buses.forEach { $0.close() } }
      let (ear, stranger) = (Ear(), Ear())
      buses[1].start(ear)
      buses[1].subscribe(.workspace)
      buses[3].start(stranger)
      buses[3].subscribe(.workspace)
      try await publish([1], to: .workspace, by: buses[2], until: stranger)
      try await publish([2], to: .workspace, by: buses[0], until: ear)
      #expect(!stranger.heard.contains([2]))
      #expect(!ear.heard.contains([1]))
    }
  }

  @Test("large events pass")
  func large() async throws {
    try await NATSServer.run { server in
      let buses = try (0..<2).map { _ in try NATSBus(server.address, workspace: workspace) }
      defer { buses.forEach { $0.close() } }
      let ear = Ear()
      buses[1].start(ear)
      buses[1].subscribe(.conversation(team))
      let bytes = [UInt8](repeating: 1, count: 300_000)
      try await publish(bytes, to: .conversation(team), by: buses[0], until: ear)
    }
  }

  @Test("a NATS server that goes and comes back is connected to again, and that is said")
  func reconnects() async throws {
    let port = try await NATSServer.run { $0.port }
    // There is none: it comes later.
    let one = try NATSBus("nats://127.0.0.1:\(port)", workspace: workspace)
    let two = try NATSBus("nats://127.0.0.1:\(port)", workspace: workspace)
    defer { [one, two].forEach { $0.close() } }
    let ear = Ear()
    two.start(ear)
    two.subscribe(.conversation(team))
    #expect(!two.isConnected)
    let missed = try await NATSServer.run(port: port) { _ in
      try await publish([1], to: .conversation(team), by: one, until: ear)
      #expect(two.isConnected)
      return ear.missed
    }
    try await eventually("the loss") { ear.missed > missed }
    #expect(!two.isConnected)
    try await NATSServer.run(port: port) { _ in
      try await publish([2], to: .conversation(team), by: one, until: ear)
      try await eventually("the return") { ear.missed >= missed + 2 }
      #expect(two.isConnected)
    }
  }

  @Test("without a NATS server nobody waits, and a bus closes")
  func withoutServer() throws {
    let bus = try NATSBus("nats://127.0.0.1:1", workspace: workspace)
    let large = [UInt8](repeating: 7, count: 1 << 20)
    for _ in 0..<64 { bus.publish(large, to: .workspace) }
    bus.close()
  }

  @Test("what waits to be published is bounded; what is wanted is never dropped")
  func bounded() {
    let queue = NATSQueue()
    let large = [UInt8](repeating: 7, count: 1 << 20)
    for _ in 0..<64 { queue.add(.publish(large, "a")) }
    queue.add(.subscribe("b"))
    let tasks = queue.take() ?? []
    #expect(tasks.count == 17)
    guard case .subscribe("b")? = tasks.last else { return #expect(Bool(false), "the subscription is lost") }
  }

  @Test("what is no address is refused", arguments: ["", "nats://127.0.0.1:nonsense"])
  func badAddress(_ address: String) {
    #expect(throws: NATSBusError.self) { _ = try NATSBus(address, workspace: workspace) }
  }
}

/// Keeps what it hears.
final class Ear: BusListener, @unchecked Sendable {
  private let lock = NSLock()
  private var events: [[UInt8]] = []
  private var count = 0

  var heard: [[UInt8]] { lock.withLock { events } }
  var missed: Int { lock.withLock { count } }
  func hear(_ bytes: [UInt8]) { lock.withLock { events.append(bytes) } }
  func mayHaveMissed() { lock.withLock { count += 1 } }
}
