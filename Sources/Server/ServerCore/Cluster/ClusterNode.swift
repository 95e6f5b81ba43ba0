import Domain
import Foundation

/// One of several servers over one store: tells the others what it commits, and its own sockets
/// what the others commit.
///
/// The bus only makes that quick. What it loses is found by asking the store: at once when a gap
/// shows, and every two seconds for everything that the sockets here want. What it repeats or
/// brings late is known already.
package final class ClusterNode: Sendable {
  /// Milliseconds between two polls.
  static let pollInterval: Int64 = 2_000

  let id: UInt64
  private let bus: any ServerBus
  let store: any ServerStore
  let fanOut: FanOut
  let tokens: any TokenVerifier
  let work: any WorkExecutor
  /// Of `tick` between two polls, and between two beats.
  let ticksPerPoll: Int64
  let ticksPerBeat: Int64
  let lock = NSLock()
  // Guarded by `lock`, under which the bus is told what is wanted: it hears of that in order.
  nonisolated(unsafe) var interest = NodeInterest()
  /// Feeds of which something is missing, and up to where that goes, the longest known first.
  nonisolated(unsafe) var missing: [(feed: SharedFeed, rev: Int64)] = []
  nonisolated(unsafe) var isCatchingUp = false
  nonisolated(unsafe) var isPolling = false
  nonisolated(unsafe) var ticksToPoll: Int64
  nonisolated(unsafe) var ticksToBeat: Int64 = 0
  nonisolated(unsafe) private var remote: RemotePresence
  nonisolated(unsafe) weak var presence: (any LocalPresence)?

  /// `id` is another one for each node and each start.
  init(
    id: UInt64, bus: any ServerBus, store: any ServerStore, fanOut: FanOut, tokens: any TokenVerifier,
    work: any WorkExecutor, tickInterval: Int64
  ) {
    self.id = id
    self.bus = bus
    self.store = store
    self.fanOut = fanOut
    self.tokens = tokens
    self.work = work
    ticksPerPoll = max(1, Self.pollInterval / tickInterval)
    ticksPerBeat = max(1, Self.beatInterval / tickInterval)
    remote = RemotePresence(patience: max(1, Self.beatPatience / tickInterval))
    ticksToPoll = self.ticksPerPoll
    bus.start(self)
    bus.subscribe(.workspace)
  }

  /// Nothing is told any more.
  package func close() {
    bus.close()
  }

  /// Runs `body` alone, and tells the bus what is wanted or no longer wanted since.
  func locked<Value>(_ body: (inout NodeInterest) -> Value) -> Value {
    lock.withLock {
      let value = body(&interest)
      for (subject, isWanted) in interest.takeChanges() {
        if isWanted { bus.subscribe(subject) } else { bus.unsubscribe(subject) }
        if isWanted, case .conversation(let conversation) = subject {
          publish(.presenceWanted(conversation), to: subject)
        }
      }
      return value
    }
  }

  func withRemote<Value>(_ body: (inout RemotePresence) -> Value) -> Value {
    lock.withLock { body(&remote) }
  }

  func users(of conversation: ConversationID) -> [UserID] {
    locked { $0.users(of: .conversation(conversation)) }
  }

  /// Of all who are connected here.
  func memberships() -> [(user: UserID, conversations: [ConversationID])] {
    locked { interest in interest.users.map { ($0, interest.conversations(of: $0).sorted()) } }
  }

  func publish(_ event: BusEvent, to subject: BusSubject) {
    bus.publish(BusMessage(node: id, event: event).encode(), to: subject)
  }
}

// MARK: - Sockets

extension ClusterNode {
  /// Before the session of the socket is checked: if it ends after that, this node hears of it.
  func connect(_ socket: SocketID, of user: UserID, _ session: SessionID) {
    locked { $0.add(socket, of: user, session) }
  }

  /// A connected socket is about to be caught up. Reads the store on the caller's thread: what is
  /// committed between this and the catch-up is heard or looked for.
  func follow(_ user: UserID) throws {
    guard !locked({ $0.isLoaded(user) }) else { return }
    let revs = try store.feedRevs(of: user)
    locked { interest in
      for (feed, rev) in revs { interest.follow(SharedFeed(feed, of: user), by: user, from: rev) }
      interest.noteLoaded(user)
    }
  }

  func disconnect(_ socket: SocketID) {
    locked { $0.remove(socket) }
  }
}

// MARK: - What this node commits

extension ClusterNode {
  /// Before the sockets here are told: whoever loses a conversation is told nothing more of it that
  /// comes from elsewhere.
  func prepare(_ outcomes: [CommitOutcome]) {
    locked { interest in
      for outcome in outcomes {
        for change in outcome.changes {
          switch change {
          case .delta(let delta, let audience):
            guard let feed = SharedFeed(delta.feed, audience: audience), let toRev = delta.toRev else { continue }
            // Where something before it has not been heard, the clients see the gap and ask for it.
            interest.noteTold(feed, to: toRev)
          case .joined(let conversation, let users):
            let rev = outcome.rev(of: conversation)
            for user in users { interest.follow(.conversation(conversation), by: user, from: rev) }
          case .gone(let feed, let users):
            guard let conversation = feed.conversation else { continue }
            for user in users { interest.lose(conversation, by: user) }
          case .sessionsEnded, .tokensReplaced: break
          }
        }
      }
    }
  }

  /// After the sockets here have been told. `encoded` are the frames of the outcomes.
  func announce(_ outcomes: [CommitOutcome], _ encoded: [EncodedOutcome]) {
    for (outcome, encoded) in zip(outcomes, encoded) {
      for (change, frame) in zip(outcome.changes, encoded.changes) { announce(change, frame) }
    }
  }

  private func announce(_ change: FeedChange, _ encoded: EncodedChange) {
    switch change {
    case .delta(let delta, let audience):
      guard let feed = SharedFeed(delta.feed, audience: audience), case .frame(let frame, _) = encoded else { return }
      publish(
        .delta(
          feed, fromRev: delta.fromRev ?? 0, toRev: delta.toRev ?? 0, audience: audience, frame: frame.bytes),
        to: feed.subject)
    case .joined(_, let users):
      for user in users { publish(.joined(user), to: .user(user)) }
    case .gone(let feed, let users):
      guard let conversation = feed.conversation else { return }
      for user in users { publish(.gone(user, conversation), to: .user(user)) }
    case .sessionsEnded(let sessions):
      for session in sessions { publish(.sessionEnded(session), to: .session(session)) }
    case .tokensReplaced:
      publish(.tokensReplaced, to: .workspace)
    }
  }

  /// For what is never stored, such as typing: brings it to the users' sockets on other nodes, or
  /// loses it.
  func relay(_ frame: EncodedFrame, in conversation: ConversationID, to users: [UserID]) {
    publish(.relayed(conversation, audience: users, frame: frame.bytes), to: .conversation(conversation))
  }
}

// MARK: - What others commit

extension ClusterNode: BusListener {
  package func hear(_ bytes: [UInt8]) {
    guard let message = BusMessage(bytes), message.node != id else { return }
    noteSign(of: message.node)
    switch message.event {
    case .delta(let feed, let fromRev, let toRev, let audience, let frame):
      hear(EncodedFrame(bytes: frame), of: feed, from: fromRev, to: toRev, audience)
    case .relayed(let conversation, let audience, let frame):
      tell(EncodedFrame(bytes: frame), of: .conversation(conversation), to: audience)
    case .joined(let user):
      work.run { [self] in compareMemberships(of: user) }
    case .gone(let user, let conversation):
      locked { $0.lose(conversation, by: user) }
      fanOut.tell([.gone(EncodedFrame(.gone(.conversation(conversation))), [user])])
      // It may be late, and the user back.
      work.run { [self] in compareMemberships(of: user) }
    case .sessionEnded(let session):
      fanOut.tell([.sessionsEnded([session])])
    case .tokensReplaced:
      work.run { [self] in compareKeys() }
    case .presence(let user, let state): hearPresence(state, of: user, at: message.node)
    case .presenceWanted(let conversation): answerPresence(in: conversation)
    case .beat: break
    }
  }

  package func mayHaveMissed() {
    let followed = lock.withLock {
      ticksToPoll = 0
      return interest.followed
    }
    work.run { [self] in
      tellAll()
      for conversation in followed { publish(.presenceWanted(conversation), to: .conversation(conversation)) }
    }
  }

  private func hear(_ frame: EncodedFrame, of feed: SharedFeed, from: Int64, to: Int64, _ audience: [UserID]) {
    let place = locked { interest in
      let place = interest.place(of: feed, from: from, to: to)
      if place == .next { interest.noteTold(feed, to: to) }
      return place
    }
    switch place {
    case .known: break
    case .next: tell(frame, of: feed, to: audience)
    case .gap: catchUp(feed, to: to)
    }
  }

  /// Those of the audience who have the feed here and now.
  private func tell(_ frame: EncodedFrame, of feed: SharedFeed, to audience: [UserID]) {
    while true {
      let removals = fanOut.removals
      let recipients = locked { $0.recipients(of: feed, among: audience) }
      if recipients.isEmpty || fanOut.tell([.frame(frame, audience: recipients)], removals: removals) { return }
    }
  }
}

extension SharedFeed {
  init(_ feed: FeedID, of user: UserID) {
    self = feed.conversation.map { .conversation($0) } ?? .user(user)
  }
}

extension CommitOutcome {
  /// At which revision the conversation is afterwards, as far as the outcome says.
  fileprivate func rev(of conversation: ConversationID) -> Int64 {
    for case .delta(let delta, _) in changes where delta.feed == .conversation(conversation) {
      if let rev = delta.toRev { return rev }
    }
    if case .success(.conversation(let row, _)) = result, row.id == conversation { return row.rev }
    return 0
  }
}
