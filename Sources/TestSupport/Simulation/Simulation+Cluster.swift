import Domain
import ServerCore
import WireProtocol

/// One server or several over the store, and what the bus between them does.
extension Simulation {
  func anyServer() -> SimulatedServer {
    servers.count == 1 ? servers[0] : servers[Int.random(in: 0..<servers.count, using: &random)]
  }

  /// Whether anything is to be committed, told of, or on the bus.
  var hasWork: Bool {
    guard let bus else { return store.queueDepth > 0 }
    return bus.count > 0 || servers.contains { $0.door?.hasWork == true }
  }

  /// Commits everything that waits on every server, and tells of it.
  func drain() {
    guard bus != nil else { return store.drain() }
    for server in servers { server.door?.drain() }
    while let bus, bus.count > 0 { bring(bus) }
  }

  /// One server commits; it may hear of that later than others read it.
  func commit() {
    guard bus != nil else { return store.drain() }
    let door = anyServer().door
    if chance(3) { door?.commit() } else { door?.drain() }
  }

  func tick() {
    for server in servers { server.context.tick() }
  }

  /// In every third seed the bus is down.
  private var isBusDown: Bool { seed % 3 == 0 }

  /// The bus brings some of what is on its way.
  func moveBus() {
    guard let bus else { return }
    for _ in 0..<Int.random(in: 0...4, using: &random) where bus.count > 0 { bring(bus) }
  }

  /// One of all that is on its way comes, is lost, or will come once more.
  private func bring(_ bus: InProcessBus) {
    let index = chance(3) ? Int.random(in: 0..<bus.count, using: &random) : 0
    if isBusDown || chance(8) { return bus.lose(index) }
    if chance(8) { bus.duplicate(index) }
    bus.deliver(index)
  }

  /// What the bus has lost is found by the servers: no client has to come back for it.
  func checkWithoutReconnecting() throws {
    settle(seconds: 10)
    try SimulationChecks(simulation: self).run()
  }

  /// Notes when a frame tells of a conversation as it was after its reader had been removed.
  func checkAudience(of frame: [UInt8], _ device: SimulatedDevice) {
    guard bus != nil, case .delta(let delta)? = try? ServerFrame.decode(frame), let rev = delta.toRev,
      let room = delta.feed.conversation, let held = try? store.feedRevs(of: device.user),
      held[.conversation(room)] == nil, let left = leaving(of: device.user, room), rev > left
    else { return }
    leaks.append("\(device.name) is told of \(room) at \(rev), and was removed at \(left)")
  }

  /// At which revision the user left; `nil` where nobody is left who may know.
  private func leaving(of user: UserID, _ room: ConversationID) -> Int64? {
    for other in users {
      guard let window = try? store.delta(of: .conversation(room), for: other, fromRev: 0) else { continue }
      return window.members.first { $0.user == user }?.rev
    }
    return nil
  }
}
