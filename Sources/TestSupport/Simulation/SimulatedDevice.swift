import ClientStore
import Domain
import MessageAIKit
import ServerCore

/// One device: the real client engine on a real store, with a transport and timers that the
/// simulation moves.
final class SimulatedDevice: Transport, TimerSource, EngineOutput {
  let user: UserID
  var session: SessionID
  let clock: SimulatedClock
  let name: String
  private(set) var store: ClientStore
  /// Keeps the database in memory alive while the device is crashed.
  private let anchor: ClientStore
  private(set) var engine: ClientEngine?
  var link: SimulatedLink?
  var wantsConnection = false
  var hasNetwork = true
  var isSignedOut = false
  /// The access token that the device holds, and when it runs out; on the device's disk.
  private var tokenEnds = Timestamp(milliseconds: 0)
  /// Whether the server can give tokens now.
  var canAuthorize: () -> Bool = { true }
  /// How long the next token lives, in milliseconds.
  var tokenLifetime: () -> Int64 = { 600_000 }
  private(set) var inbox: [EngineEvent] = []
  private(set) var timers: [EngineTimer: Int64] = [:]
  private let world: SimulatedClock
  var storageErrors: [String] = []

  init(profile: Profile, session: SessionID, name: String, world: SimulatedClock, seed: UInt64) throws {
    user = profile.id
    self.session = session
    self.name = name
    self.world = world
    clock = SimulatedClock(following: world)
    anchor = try ClientStore(sharedMemory: name, clock: clock)
    store = try ClientStore(sharedMemory: name, clock: clock)
    try store.setUser(profile)
    start(seed: seed)
  }

  /// The process dies and starts again on what the database holds.
  func restart(seed: UInt64) throws {
    engine = nil
    link = nil
    wantsConnection = false
    inbox = []
    timers = [:]
    try store.close()
    store = try ClientStore(sharedMemory: name, clock: clock)
    start(seed: seed)
  }

  func close() throws {
    engine = nil
    try store.close()
    try anchor.close()
  }

  private func start(seed: UInt64) {
    engine = ClientEngine(
      store: store, transport: self, timers: self, clock: clock, seed: seed, clientName: "simulation", output: self)
    post(.start)
  }

  func post(_ event: EngineEvent) { inbox.append(event) }

  /// Hands the engine everything that waits for it.
  func settle() {
    while !inbox.isEmpty {
      let event = inbox.removeFirst()
      engine?.handle(event)
    }
  }

  var nextTimer: Int64? { timers.values.min() }

  func fireDueTimers() {
    let now = world.now.milliseconds
    let due = timers.filter { $0.value <= now }.sorted {
      $0.value == $1.value ? "\($0.key)" < "\($1.key)" : $0.value < $1.value
    }
    for (timer, _) in due {
      timers[timer] = nil
      post(.timer(timer))
    }
  }

  // MARK: Transport

  func connect() { wantsConnection = true }
  func send(_ frame: [UInt8]) { link?.toServer.append(frame) }
  func disconnect() {
    link?.session?.didClose()
    link = nil
    wantsConnection = false
  }

  // MARK: TimerSource

  func start(_ timer: EngineTimer, seconds: Double) {
    timers[timer] = world.now.milliseconds + Int64((seconds * 1000).rounded(.up))
  }
  func cancel(_ timer: EngineTimer) { timers[timer] = nil }

  // MARK: EngineOutput

  func authorize(fresh: Bool) {
    if fresh || tokenEnds.milliseconds == 0 {
      if isSignedOut { return post(.signedOut) }
      guard canAuthorize() else { return post(.tokenUnavailable) }
      tokenEnds = world.now.adding(milliseconds: tokenLifetime())
    }
    post(.token("\(user) \(session) \(tokenEnds.milliseconds)"))
  }
  func connectionChanged(_ state: ConnectionState) {}
  func typingChanged(_ conversation: ConversationID, _ users: [UserID]) {}
  func measured(_ event: ClientEvent) {}
  var tellsSpans: Bool { true }
  func traced(_ span: ClientSpan) {}
  func arriving(_ message: TracedArrival) {}
  func uploadsChanged(_ progress: [AttachmentID: UploadProgress]) {}
  func presenceChanged(_ presence: [UserID: Presence]) {}
  func storageFailed(_ error: any Error) { storageErrors.append("\(error)") }
}

/// Reads the simulation's tokens: user, session, and when they run out.
struct SimulatedTokens: TokenVerifier {
  func refresh() -> Bool { false }

  func verify(_ token: String, now: Timestamp) throws(Refusal) -> AuthenticatedSession {
    let parts = token.split(separator: " ")
    guard parts.count == 3, let user = UserID(parts[0]), let session = SessionID(parts[1]), let end = Int64(parts[2]),
      now.milliseconds < end
    else { throw Refusal(.unauthenticated, "Not a token, or no longer.") }
    return AuthenticatedSession(user: user, session: session)
  }
}
