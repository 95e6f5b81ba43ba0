import Domain

/// Decides when to connect, greet, check for life and try again. Pure: events in, actions out;
/// randomness comes with the machine.
package struct ConnectionMachine: Sendable {
  package enum State: Hashable, Sendable {
    /// Not started, or signed out. Exit: start.
    case stopped
    /// Waiting to try again. Exits: reconnect timer, kick, stop.
    case waiting
    /// Asking for an access token. Exits: token, token failure, stop.
    case authorizing
    /// The transport is opening. Exits: opened, closed, no life in time, stop.
    case connecting
    /// Hello is out. Exits: welcome, closed, no life in time, stop.
    case greeting
    /// Deltas are coming. Exits: synced, closed, no life in time, stop.
    case syncing
    /// Exits: closed, no life in time, stop.
    case online
  }

  package enum Event: Sendable {
    case start
    case stop
    case token(String)
    /// The server could not be asked for a token.
    case tokenUnavailable
    /// The session has ended.
    case signedOut
    case opened
    case closed(code: UInt16?)
    case welcomed
    case synced
    /// Any frame has come.
    case heard
    /// The network changed, the app came to the foreground, or the user asked: try now.
    case kick
    case reconnectDue
    case livenessDue
  }

  package enum Action: Hashable, Sendable {
    /// Ask for an access token; `fresh` when the last one was refused.
    case authorize(fresh: Bool)
    case connect
    case hello(token: String)
    case disconnect
    case ping
    case startReconnectTimer(seconds: Double)
    case cancelReconnectTimer
    case startLivenessTimer(seconds: Double)
    case cancelLivenessTimer
    /// Everything known is up to date: the outbox may go.
    case resume
    /// The connection is gone: nothing is in flight any more.
    case suspend
    case changed(ConnectionState)
  }

  /// Seconds of silence after which the server is asked for a sign of life, and how long it has to
  /// give it.
  package static let silence = 20.0
  package static let patience = 15.0
  /// Seconds: the first wait and the longest one.
  package static let firstDelay = 0.5
  package static let longestDelay = 30.0
  private static let unauthenticated: UInt16 = 4401

  package private(set) var state = State.stopped
  private var attempt = 0
  private var token = ""
  private var isPinged = false
  private var wantsFreshToken = false
  private var random: SplitMix64

  package init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  package mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .start: state == .stopped ? authorize() : []
    case .stop: stop(as: .offline(retryIn: nil))
    case .signedOut: stop(as: .signedOut)
    case .token(let token): connect(token)
    case .tokenUnavailable: state == .authorizing ? retryLater() : []
    case .opened: greet()
    case .closed(let code): closed(code)
    case .welcomed: welcomed()
    case .synced: synced()
    case .heard: heard()
    case .kick: kick()
    case .reconnectDue: state == .waiting ? authorize() : []
    case .livenessDue: checkLife()
    }
  }

  private mutating func authorize() -> [Action] {
    state = .authorizing
    defer { wantsFreshToken = false }
    return [.changed(.connecting), .authorize(fresh: wantsFreshToken)]
  }

  private mutating func connect(_ token: String) -> [Action] {
    guard state == .authorizing else { return [] }
    self.token = token
    state = .connecting
    isPinged = true
    return [.startLivenessTimer(seconds: Self.patience), .connect]
  }

  private mutating func greet() -> [Action] {
    guard state == .connecting else { return [] }
    state = .greeting
    isPinged = false
    return [.hello(token: token), .startLivenessTimer(seconds: Self.silence)]
  }

  private mutating func welcomed() -> [Action] {
    guard state == .greeting else { return [] }
    state = .syncing
    return [.changed(.syncing)]
  }

  private mutating func synced() -> [Action] {
    guard state == .syncing else { return [] }
    state = .online
    attempt = 0
    return [.changed(.online), .resume]
  }

  private mutating func heard() -> [Action] {
    guard isConnected else { return [] }
    isPinged = false
    return [.startLivenessTimer(seconds: Self.silence)]
  }

  private mutating func checkLife() -> [Action] {
    guard isConnected || state == .connecting else { return [] }
    if isPinged { return [.disconnect] + closed(nil) }
    isPinged = true
    return [.ping, .startLivenessTimer(seconds: Self.patience)]
  }

  private mutating func closed(_ code: UInt16?) -> [Action] {
    guard state != .stopped, state != .waiting, state != .authorizing else { return [] }
    // A token that has run out is not a reason to wait, unless a fresh one was refused just now.
    if code == Self.unauthenticated, attempt == 0 {
      attempt = 1
      wantsFreshToken = true
      return [.cancelLivenessTimer, .suspend] + authorize()
    }
    wantsFreshToken = code == Self.unauthenticated
    return [.cancelLivenessTimer, .suspend] + retryLater()
  }

  private mutating func retryLater() -> [Action] {
    state = .waiting
    let ceiling = min(Self.longestDelay, Self.firstDelay * Double(1 << min(attempt, 10)))
    attempt += 1
    let delay = ceiling * (0.5 + 0.5 * random.nextUnit())
    return [.startReconnectTimer(seconds: delay), .changed(.offline(retryIn: delay))]
  }

  private mutating func kick() -> [Action] {
    switch state {
    case .waiting:
      attempt = 0
      return [.cancelReconnectTimer] + authorize()
    case .greeting, .syncing, .online:
      // The old path may be dead without a word: ask at once, and give up soon.
      isPinged = true
      return [.ping, .startLivenessTimer(seconds: 5)]
    case .stopped, .authorizing, .connecting:
      return []
    }
  }

  private mutating func stop(as connection: ConnectionState) -> [Action] {
    guard state != .stopped else { return [] }
    let wasConnected = isConnected || state == .connecting
    state = .stopped
    attempt = 0
    let closing: [Action] = wasConnected ? [.disconnect] : []
    return closing + [.cancelReconnectTimer, .cancelLivenessTimer, .suspend, .changed(connection)]
  }

  /// The socket is open and what it says counts.
  package var isConnected: Bool {
    state == .greeting || state == .syncing || state == .online
  }
}
