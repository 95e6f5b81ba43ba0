import Domain
import Foundation
import ServerCore
import TestSupport
import Testing
import WireProtocol

/// A server core without sockets: real sessions, hub and store; the test commits, ticks and moves
/// the clock.
final class ServerFixture {
  static let start = Timestamp(milliseconds: 1_800_000_000_000)

  let clock = SimulatedClock(start: ServerFixture.start)
  let identifiers = SimulatedIdentifiers()
  let store: HookedStore
  let fanOut = CountingFanOut()
  let context: ServerContext
  private var socketCount: UInt64 = 0

  init(
    work: any WorkExecutor = InlineWorkExecutor(), tracer: Tracer? = nil,
    _ configure: (inout ServerLimits) -> Void = { _ in }
  ) throws {
    store = try HookedStore(clock: clock)
    var limits = ServerLimits()
    configure(&limits)
    context = ServerContext(
      store: store, tokens: PlainTokens(), clock: clock, limits: limits, metrics: ServerMetrics(monotonicNow: { 0 }),
      work: work, fanOut: fanOut, tracer: tracer)
  }

  /// Commits all that waits, as one group.
  func drain() {
    while store.inner.drain() {}
  }

  func commit(_ body: WriteCommand.Body) {
    context.gateway.submit(body)
    drain()
  }

  /// What happens every 250 ms, and the commit that follows it.
  func tick() {
    context.tick()
    drain()
  }

  func id<Entity>() -> Identifier<Entity> { identifiers.next() }

  func user(_ name: String) -> UserID {
    let user: UserID = id()
    let record = AccountRecord(
      id: user, email: "\(name)@example.org", name: name, passwordHash: nil, workspaceRole: .member,
      isDisabled: false, createdAt: clock.now)
    do { commit(.account(.create(try NewAccount(record)))) } catch { Issue.record(error) }
    return user
  }

  func group(_ members: UserID...) -> ConversationID {
    let conversation: ConversationID = id()
    commit(.conversation(.create(creator: members[0], id: conversation, kind: .group, name: "Team", members: members)))
    return conversation
  }

  func post(_ text: String, by sender: UserID, in conversation: ConversationID) {
    commit(.message(.post(sender: sender, conversation: conversation, id: id(), text: text, replyTo: nil)))
  }

  func remove(_ user: UserID, from conversation: ConversationID, by asker: UserID) {
    commit(.member(.remove(asker: asker, conversation: conversation, user: user)))
  }

  func signIn(_ user: UserID) -> SessionID {
    let session: SessionID = id()
    commit(
      .session(
        .create(
          user: user, session: DeviceSession(id: session, device: "test", createdAt: clock.now, lastSeenAt: clock.now),
          refreshHash: Array(session.bytes), expiresAt: clock.now.adding(seconds: 86_400))))
    return session
  }

  func rev(_ conversation: ConversationID, _ user: UserID) throws -> Int64 {
    try #require(try store.inner.feedRevs(of: user)[.conversation(conversation)])
  }

  // MARK: Sockets

  /// Connected, but nothing has been said.
  func connect(loopIndex: Int = 0) -> TestPeer {
    socketCount += 1
    return TestPeer(id: SocketID(socketCount), context: context, loopIndex: loopIndex)
  }

  /// Greeted, caught up with everything, and all of that is taken.
  func socket(of user: UserID, session: SessionID? = nil, loopIndex: Int = 0) throws -> TestPeer {
    let peer = connect(loopIndex: loopIndex)
    peer.hello(user, session ?? signIn(user))
    let frames = try peer.take()
    try #require(frames.contains(.synced))
    return peer
  }
}

/// One client at a session.
final class TestPeer {
  let id: SocketID
  let sink: RecordingSink
  let session: SocketSession

  init(id: SocketID, context: ServerContext, loopIndex: Int) {
    self.id = id
    sink = RecordingSink(loopIndex: loopIndex)
    session = SocketSession(id: id, context: context, sink: sink)
  }

  func hello(
    _ user: UserID, _ sessionID: SessionID, known: [FeedID: Int64] = [:], more: Bool = false,
    history: HistoryID? = nil
  ) {
    let token = PlainTokens.token(user, sessionID)
    send(.hello(version: 1, token: token, client: nil, known: known, more: more, history: history))
  }

  func send(_ frame: ClientFrame) { send(raw: frame.encode()) }

  func send(raw bytes: [UInt8]) { bytes.withUnsafeBufferPointer { session.receive($0) } }

  /// Asks for a message to be posted; answers its id.
  @discardableResult
  func post(_ text: String, in conversation: ConversationID, ref: Int64, id: MessageID) -> MessageID {
    send(.send(ref: ref, conversation: conversation, id: id, text: text, replyTo: nil))
    return id
  }

  /// Everything that has come since the last call; the reader keeps up.
  func take() throws -> [ServerFrame] {
    while sink.read() {}
    return try sink.take()
  }

  /// The connection is gone.
  func cut() { session.didClose() }
}

/// Access tokens that say who one is.
struct PlainTokens: TokenVerifier {
  static func token(_ user: UserID, _ session: SessionID) -> String { "\(user)/\(session)" }

  func refresh() -> Bool { false }

  func verify(_ token: String, now: Timestamp) throws(Refusal) -> AuthenticatedSession {
    let parts = token.split(separator: "/")
    guard parts.count == 2, let user = UserID(parts[0]), let session = SessionID(parts[1]) else {
      throw Refusal(.unauthenticated, "The token is not good.")
    }
    return AuthenticatedSession(user: user, session: session)
  }
}

/// Runs at once and counts how often each loop is entered.
final class CountingFanOut: FanOutExecutor, @unchecked Sendable {
  private let lock = NSLock()
  private var counts: [Int: Int] = [:]

  func execute(loopIndex: Int, _ work: @escaping @Sendable () -> Void) {
    lock.withLock { counts[loopIndex, default: 0] += 1 }
    work()
  }

  /// Entries of each loop since the last call.
  func takeCounts() -> [Int: Int] {
    lock.withLock {
      defer { counts = [:] }
      return counts
    }
  }
}

/// Work that waits until the test lets it run.
final class WaitingWork: WorkExecutor, @unchecked Sendable {
  private let lock = NSLock()
  private var waiting: [@Sendable () -> Void] = []

  func run(_ work: @escaping @Sendable () -> Void) {
    lock.withLock { waiting.append(work) }
  }

  /// Runs all, also what that brings.
  func runAll() {
    while let next = lock.withLock({ waiting.isEmpty ? nil : waiting.removeFirst() }) { next() }
  }
}

extension ServerFrame {
  var delta: FeedDelta? { if case .delta(let delta) = self { delta } else { nil } }
  var ack: FeedDelta? { if case .ack(_, let delta) = self { delta } else { nil } }
  var ackRef: Int64? { if case .ack(let ref, _) = self { ref } else { nil } }
  var refusal: Refusal? { if case .error(_, let refusal) = self { refusal } else { nil } }
  var presences: [Presence]? { if case .presence(let presences) = self { presences } else { nil } }

  /// Any content or existence of the conversation.
  func tells(of conversation: ConversationID) -> Bool {
    switch self {
    case .delta(let delta), .ack(_, let delta): delta.feed == .conversation(conversation)
    case .page(_, let page): page.conversation == conversation
    case .typing(let other, _, _): other == conversation
    default: false
    }
  }
}
