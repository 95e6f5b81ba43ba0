import ClientStore
import ClientSync
import Domain
import MessageAIKit
import ServerCore

/// A whole workspace in one thread: real client engines and stores, the real server core and store,
/// and a seed that decides every delay, cut, crash and action. The same seed always runs the same
/// way.
package final class Simulation {
  package let seed: UInt64
  /// Names the databases in memory: two simulations of one seed may run at once.
  private let name: String
  let clock = SimulatedClock(start: Timestamp(milliseconds: 1_800_000_000_000))
  let identifiers = SimulatedIdentifiers()
  let store: SimulatedStore
  var random: SplitMix64
  /// The servers: one, or several with a bus between them.
  var servers: [SimulatedServer] = []
  let bus: InProcessBus?
  var devices: [SimulatedDevice] = []
  var users: [UserID] = []
  var promises: [Promise] = []
  let defect: PlantedDefect?
  private var nextSocket: UInt64 = 0
  private var lastServer: UInt64 = 0
  /// What somebody was told of a conversation that they had lost before.
  var leaks: [String] = []
  /// When the server takes messages again.
  private var outageEnds: Timestamp?
  /// Outages in which the server said `internal`: three of them may rightly fail a message that
  /// each of them met.
  private var breakdowns = 0
  /// What happened, newest last, for the report of a failing seed.
  package private(set) var trace: [String] = []

  /// A message that a device has told its user it will send.
  struct Promise {
    let id: MessageID
    let conversation: ConversationID
    let device: Int
    var isWithdrawn = false
  }

  package init(seed: UInt64, servers count: Int = 1, defect: PlantedDefect? = nil) throws {
    self.seed = seed
    self.defect = defect
    name = "simulation-\(seed)-\(count)-\(defect.map { "\($0)" } ?? "honest")"
    random = SplitMix64(seed: seed)
    store = try SimulatedStore(clock: clock, defect: defect)
    bus = count > 1 ? InProcessBus() : nil
    servers = (0..<count).map { _ in makeServer() }
    try populate()
  }

  /// Runs the actions and faults, heals everything, and throws a `SimulationFailure` for the first
  /// promise that was broken.
  package func run(steps: Int) throws {
    let restore = planRestore(steps: steps)
    for number in 0..<steps {
      if number == restore?.backup { try backUp() }
      if number == restore?.restore { try restoreServer() }
      try step()
    }
    try heal()
    try SimulationChecks(simulation: self).run()
    for device in devices { try device.close() }
    store.close()
  }

  func note(_ line: @autoclosure () -> String) { trace.append(line()) }

  func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  func submit(_ body: WriteCommand.Body) { anyServer().context.gateway.submit(body) }

  private func populate() throws {
    for index in 0..<Int.random(in: 3...5, using: &random) {
      let user: UserID = identifiers.next()
      users.append(user)
      let record = AccountRecord(
        id: user, email: "user\(index)@example.org", name: "User \(index)", passwordHash: nil,
        workspaceRole: .member, isDisabled: false, createdAt: clock.now)
      submit(.account(.create(try NewAccount(record))))
    }
    submit(
      .conversation(.create(creator: users[0], id: identifiers.next(), kind: .group, name: "All", members: users)))
    submit(
      .conversation(.create(creator: users[1], id: identifiers.next(), kind: .direct, name: nil, members: [users[0]])))
    submit(.retention(.setWorkspace(asker: nil, Retention(days: 1))))
    drain()
    for user in users {
      for _ in 0..<Int.random(in: 1...2, using: &random) { try addDevice(of: user) }
    }
  }

  /// A session of its own for a device.
  func signIn(_ user: UserID) -> SessionID {
    let session: SessionID = identifiers.next()
    submit(
      .session(
        .create(
          user: user,
          session: DeviceSession(id: session, device: "simulated", createdAt: clock.now, lastSeenAt: clock.now),
          refreshHash: Array(session.bytes), expiresAt: clock.now.adding(seconds: 90 * 86_400))))
    drain()
    return session
  }

  private func addDevice(of user: UserID) throws {
    let session = signIn(user)
    let device = try SimulatedDevice(
      profile: store.profile(user), session: session, name: "\(name)-\(devices.count)-\(session)", world: clock,
      seed: random.next())
    device.canAuthorize = { [unowned self] in store.refusal == nil || chance(2) }
    device.tokenLifetime = { [unowned self] in Int64.random(in: 300...3_000, using: &random) }
    devices.append(device)
  }

  private func makeServer() -> SimulatedServer {
    lastServer += 1
    return SimulatedServer(store, bus, number: lastServer, clock: clock, defect: defect)
  }

  // MARK: - Steps

  private func step() throws {
    if let outageEnds, clock.now >= outageEnds { endOutage() }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<30: try act()
    case 30..<36: try fault()
    default: move()
    }
  }

  /// Something small moves: a frame, a commit, a timer, the time.
  private func move() {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: commit()
    case 1: clock.advance(milliseconds: Int64.random(in: 1...400, using: &random))
    case 2: tick()
    default: moveBus()
    }
    let index = Int.random(in: 0..<devices.count, using: &random)
    for _ in 0..<Int.random(in: 1...6, using: &random) { advance(devices[index]) }
  }

  /// One step of a device: timers, events, connection, then one frame each way.
  @discardableResult
  func advance(_ device: SimulatedDevice) -> Bool {
    device.fireDueTimers()
    var moved = !device.inbox.isEmpty
    device.settle()
    if device.wantsConnection {
      device.wantsConnection = false
      if device.hasNetwork { open(device) } else { device.post(.closed(code: nil)) }
      moved = true
    }
    guard let link = device.link else { return moved || !device.inbox.isEmpty }
    for callback in link.takeCallbacks() {
      callback()
      moved = true
    }
    if !link.toServer.isEmpty {
      let frame = link.toServer.removeFirst()
      frame.withUnsafeBufferPointer { link.session?.receive($0) }
      moved = true
    }
    if link.hasOutgoing {
      receive(device, from: link)
      moved = true
    }
    return moved
  }

  private func receive(_ device: SimulatedDevice, from link: SimulatedLink) {
    let next = link.next()
    if let frame = next.frame {
      checkAudience(of: frame, device)
      device.post(.frame(frame))
    } else if let code = next.code {
      link.session?.didClose()
      device.link = nil
      device.post(.closed(code: code))
    }
    device.settle()
  }

  private func open(_ device: SimulatedDevice) {
    let link = SimulatedLink()
    nextSocket += 1
    link.server = anyServer()
    link.session = link.server.map { SocketSession(id: SocketID(nextSocket), context: $0.context, sink: link) }
    device.link = link
    device.post(.opened)
  }

  // MARK: - Faults

  private func fault() throws {
    let index = Int.random(in: 0..<devices.count, using: &random)
    let device = devices[index]
    switch Int.random(in: 0..<14, using: &random) {
    case 0..<4: cut(device)
    case 4, 5:
      device.hasNetwork.toggle()
      note("device \(index) network \(device.hasNetwork)")
      if device.hasNetwork { device.post(.kick) } else { cut(device) }
    case 6..<9:
      note("device \(index) crashes")
      device.link?.session?.didClose()
      try device.restart(seed: random.next())
    case 9:
      device.clock.step(to: [-86_400_000, 0, 86_400_000].randomElement(using: &random) ?? 0)
    case 10: crashServer()
    case 11, 12: beginOutage()
    default: try endSession(index)
    }
  }

  /// The server answers whatever is done to messages with a refusal that may pass.
  private func beginOutage() {
    let codes: [ErrorCode] = breakdowns < 2 ? [.overloaded, .rateLimited, .internal] : [.overloaded, .rateLimited]
    guard store.refusal == nil, let code = codes.randomElement(using: &random) else { return }
    if code == .internal { breakdowns += 1 }
    store.refusal = Refusal(code, "Not now.", retryAfter: chance(2) ? nil : Int.random(in: 1...2, using: &random))
    outageEnds = clock.now.adding(milliseconds: Int64.random(in: 100...900, using: &random))
    note("the server answers \(code)")
  }

  private func endOutage() {
    note("the server takes messages again")
    store.refusal = nil
    outageEnds = nil
  }

  /// The connection is lost with everything that is in flight.
  func cut(_ device: SimulatedDevice) {
    guard let link = device.link else { return }
    link.session?.didClose()
    device.link = nil
    device.post(.closed(code: nil))
  }

  private func crashServer() {
    let afterCommit = chance(2)
    note("server crashes, committed \(afterCommit)")
    let index = servers.count > 1 ? Int.random(in: 0..<servers.count, using: &random) : 0
    if let door = servers[index].door {
      door.crash(afterCommit: afterCommit)
    } else {
      store.crash(afterCommit: afterCommit)
    }
    startServer(index)
  }

  /// The process is another one: no connection has survived.
  func startServer(_ index: Int) {
    for device in devices where device.link?.server === servers[index] {
      device.link = nil
      device.post(.closed(code: nil))
    }
    if let port = servers[index].port { bus?.remove(port) }
    servers[index] = makeServer()
  }

  private func endSession(_ index: Int) throws {
    guard chance(4), devices.count(where: { !$0.isSignedOut }) > 2, !devices[index].isSignedOut else { return }
    note("session of device \(index) ends")
    devices[index].isSignedOut = true
    submit(.session(.end(user: devices[index].user, session: devices[index].session)))
    drain()
  }

  // MARK: - Healing

  private func heal() throws {
    // An outage that lasts far longer than three tries take.
    if store.refusal != nil { settle(seconds: 30) }
    endOutage()
    for device in devices {
      device.hasNetwork = true
      device.clock.step(to: 0)
    }
    settle(seconds: 60)
    try finishPipeline()
    if servers.count > 1 { try checkWithoutReconnecting() }
    for device in devices { cut(device) }
    settle(seconds: 60)
  }

  /// Lets everything happen for so many virtual seconds.
  func settle(seconds: Int64) {
    let end = clock.now.adding(seconds: seconds)
    while clock.now < end {
      var moves = 0
      while moves < 100_000 {
        let moved = devices.map { advance($0) }.contains(true)
        let waits = hasWork
        drain()
        if !moved, !waits { break }
        moves += 1
      }
      let next = devices.compactMap(\.nextTimer).min() ?? end.milliseconds
      // Several servers ask each other's commits of the store as time goes by, and not at timers.
      let pause = bus == nil ? min(next, end.milliseconds) - clock.now.milliseconds : 0
      clock.advance(milliseconds: max(250, pause))
      tick()
    }
  }
}
