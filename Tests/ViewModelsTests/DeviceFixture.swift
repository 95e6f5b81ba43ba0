import ClientStore
import Domain
import Foundation
import Synchronization
import Testing
import ViewModels

/// A signed-in device: the real local store in memory behind the repositories, and a server that
/// does what a test says.
final class DeviceFixture: Sendable {
  struct State {
    var time = Timestamp(milliseconds: 1_760_000_000_000)
    var refusal: Refusal?
    var typingFrames: [Bool] = []
    var typing: [UserID] = []
    var presence: [UserID: Presence] = [:]
    var people: [User] = []
    var searches: [String] = []
    /// Pages of messages found, by what they are asked for with: "" is the first.
    var found: [String: (results: [SearchResult], next: String?)] = [:]
    /// Holds searches of messages up until it wakes.
    var searchGate: ManualPauses?
    /// What a group's photo was changed to.
    var photos: [AttachmentID?] = []
    var older: [MessagePage] = []
    var lastSeq: Int64 = 0
    var rev: Int64 = 1
    /// How often something was found urgent.
    var marks: Int64 = 0
  }

  static let conversation = ConversationID(high: 7, low: 1)
  let me = UserID(high: 1, low: 1)
  let ada = UserID(high: 1, low: 2)
  let bob = UserID(high: 1, low: 3)
  let store: ClientStore
  let state: Mutex<State>
  private let clock: FixtureClock

  init(kind: Conversation.Kind = .direct, role: Member.Role = .member) throws {
    let clock = FixtureClock()
    self.clock = clock
    state = Mutex(State())
    store = try ClientStore(path: nil, clock: clock)
    try store.setUser(profile)
    var members = [member(me, "Me", role), member(ada, "Ada", .member)]
    if kind == .group { members.append(member(bob, "Bob", .member)) }
    let row = Conversation(
      id: Self.conversation, rev: 1, kind: kind, name: kind == .group ? "Team" : nil, createdAt: clock.now,
      createdBy: ada)
    _ = try store.apply(
      FeedDelta(
        feed: .conversation(Self.conversation), fromRev: 0, toRev: 1, isReset: true, windowStart: 1, unreadBefore: 0,
        conversation: row, members: members))
  }

  var profile: Profile {
    Profile(id: me, rev: 1, email: "me@example.org", name: "Me", workspaceRole: .member, createdAt: clock.now)
  }

  var texts: TimeTexts {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return TimeTexts(clock: clock, calendar: calendar, locale: Locale(identifier: "en_GB"))
  }

  var wallClock: any WallClock { clock }
  func advance(seconds: Int64) { clock.advance(seconds) }

  @MainActor func chat(
    pauses: any Clock<Duration> = NoPauses(), intelligence: (any IntelligenceRepository)? = nil
  ) -> ChatViewModel {
    ChatViewModel(
      conversation: Self.conversation, me: me, messages: self, conversations: self, presence: self,
      intelligence: intelligence, pauses: pauses, texts: texts)
  }

  /// The server commits a message of somebody.
  @discardableResult
  func post(_ sender: UserID, _ text: String, id: MessageID? = nil, replyTo: MessageID? = nil) throws -> Message {
    let message = state.withLock { state in
      state.lastSeq += 1
      state.rev += 1
      return Message(
        id: id ?? MessageID(high: 9, low: UInt64(state.lastSeq)), seq: state.lastSeq, rev: state.rev, sender: sender,
        text: text, createdAt: clock.now, replyTo: replyTo)
    }
    try commit(messages: [message])
    return message
  }

  /// The server commits a change of rows; each takes the newest rev.
  func commit(messages: [Message] = [], members: [Member] = []) throws {
    let rev = state.withLock { $0.rev }
    let delta = FeedDelta(
      feed: .conversation(Self.conversation), fromRev: rev - 1, toRev: rev, members: members, messages: messages)
    #expect(try store.apply(delta) == .applied)
  }

  /// The server finds a message urgent for me, or not any more.
  func mark(_ message: Message, _ reason: String?) throws {
    let rev = state.withLock { state in
      state.marks += 1
      return state.marks
    }
    let mark = PriorityMark(
      message: message.id, rev: rev, conversation: Self.conversation, seq: message.seq, reason: reason,
      until: clock.now.adding(seconds: 86_400))
    let delta = FeedDelta(feed: .me, fromRev: rev - 1, toRev: rev, priorities: [mark])
    #expect(try store.apply(delta) == .applied)
  }

  func raise(_ user: UserID, _ name: String, delivered: Int64, read: Int64) throws {
    let rev = state.withLock { state in
      state.rev += 1
      return state.rev
    }
    var row = member(user, name, .member)
    row.rev = rev
    row.deliveredSeq = delivered
    row.readSeq = read
    try commit(members: [row])
  }

  /// The server takes what is in the outbox.
  func deliver() throws {
    for entry in try store.outbox() {
      guard case .send(let message) = entry.operation else { continue }
      let row = state.withLock { state in
        state.lastSeq += 1
        state.rev += 1
        return Message(
          id: message.id, seq: state.lastSeq, rev: state.rev, sender: me, text: message.text,
          createdAt: message.createdAt, replyTo: message.replyTo)
      }
      let delta = FeedDelta(
        feed: .conversation(Self.conversation), fromRev: row.rev - 1, toRev: row.rev, messages: [row])
      #expect(try store.acknowledge(entry.id, with: delta) == .applied)
    }
  }

  func refuseOutbox(_ refusal: Refusal) throws {
    for entry in try store.outbox() { try store.recordFailure(entry.id, refusal, isTerminal: true) }
  }

  func check() throws {
    if let refusal = state.withLock({ $0.refusal }) { throw refusal }
  }
}

private func member(_ user: UserID, _ name: String, _ role: Member.Role) -> Member {
  Member(user: user, rev: 1, role: role, name: name)
}

/// A clock that stands until a test moves it.
final class FixtureClock: WallClock {
  private let time = Mutex(Timestamp(milliseconds: 1_760_000_000_000))
  var now: Timestamp { time.withLock { $0 } }
  func advance(_ seconds: Int64) { time.withLock { $0 = $0.adding(seconds: seconds) } }
}

/// A clock of pauses that tells the real time.
protocol PauseClock: Clock where Instant == ContinuousClock.Instant {}

extension PauseClock {
  var now: ContinuousClock.Instant { .now }
  var minimumResolution: Swift.Duration { .nanoseconds(1) }
}

/// No pause at all.
struct NoPauses: PauseClock {
  func sleep(until deadline: ContinuousClock.Instant, tolerance: Swift.Duration?) async throws {
    try Task.checkCancellation()
  }
}

/// Pauses that end when a test says so.
final class ManualPauses: PauseClock {
  private let waiting = Mutex<[Int: CheckedContinuation<Void, any Error>]>([:])
  private let lastID = Mutex(0)

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Swift.Duration?) async throws {
    let id = lastID.withLock { last in
      last += 1
      return last
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        waiting.withLock { $0[id] = continuation }
        if Task.isCancelled { end(id, throwing: true) }
      }
    } onCancel: {
      end(id, throwing: true)
    }
  }

  var count: Int { waiting.withLock { $0.count } }
  /// Pauses begun so far.
  var begun: Int { lastID.withLock { $0 } }

  func wake() {
    for id in waiting.withLock({ $0.keys }) { end(id, throwing: false) }
  }

  private func end(_ id: Int, throwing: Bool) {
    guard let continuation = waiting.withLock({ $0.removeValue(forKey: id) }) else { return }
    if throwing { continuation.resume(throwing: CancellationError()) } else { continuation.resume() }
  }
}

/// Waits until something holds; records an issue when it does not within a minute.
@MainActor
func eventually(_ what: Comment, _ condition: @MainActor () throws -> Bool) async rethrows {
  let clock = ContinuousClock()
  let end = clock.now.advanced(by: .seconds(60))
  while try !condition() {
    guard clock.now < end else {
      Issue.record(what)
      return
    }
    await Task.yield()
  }
}

/// Runs a model's `run` while `body` looks at it, and lets it end cleanly.
@MainActor
func running(_ run: @escaping @MainActor () async -> Void, _ body: @MainActor () async throws -> Void) async throws {
  let task = Task { await run() }
  do {
    try await body()
  } catch {
    task.cancel()
    await task.value
    throw error
  }
  task.cancel()
  await task.value
}
