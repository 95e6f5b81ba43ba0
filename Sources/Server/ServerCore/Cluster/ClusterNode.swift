import Domain
import Foundation

/// One of several servers over one store: tells the others what it commits, and its own sockets
/// what the others commit.
///
/// The bus only makes that quick. What comes before something that it follows is held for a
/// moment, for that is mostly on its way. What the bus loses is found by asking the store: after
/// that moment when a gap shows, and for everything that the sockets here want when `PollPlan` says
/// so. What it repeats or brings late is known already.
package final class ClusterNode: Sendable {
  let id: UInt64
  let bus: any ServerBus
  let census: (any ServerCensus)?
  let store: any ServerStore
  let fanOut: FanOut
  let tokens: any TokenVerifier
  let work: any WorkExecutor
  let lock = NSLock()
  // Guarded by `lock`, under which the bus is told what is wanted: it hears of that in order.
  nonisolated(unsafe) var interest = NodeInterest()
  nonisolated(unsafe) private var held = HeldOutcomes()
  /// Feeds of which something is missing, and up to where that goes, the longest known first.
  nonisolated(unsafe) var missing: [(feed: SharedFeed, rev: Int64)] = []
  nonisolated(unsafe) var isCatchingUp = false
  nonisolated(unsafe) var isPolling = false
  nonisolated(unsafe) var plan: PollPlan
  nonisolated(unsafe) var beats: Countdown
  /// Lists of the sessions that are in use.
  nonisolated(unsafe) var sessionLists: Countdown
  nonisolated(unsafe) private var remote: RemotePresence
  nonisolated(unsafe) weak var presence: (any LocalPresence)?

  init(
    peers: ClusterPeers, store: any ServerStore, fanOut: FanOut, tokens: any TokenVerifier, work: any WorkExecutor,
    tickInterval: Int64
  ) {
    id = peers.node
    bus = peers.bus
    census = peers.census
    self.store = store
    self.fanOut = fanOut
    self.tokens = tokens
    self.work = work
    beats = Countdown(every: Self.beatInterval, tickInterval: tickInterval, beginsAtOnce: true)
    sessionLists = Countdown(every: Self.sessionInterval, tickInterval: tickInterval)
    remote = RemotePresence(
      patience: max(1, Self.beatPatience / tickInterval), memory: max(1, Self.sessionMemory / tickInterval))
    plan = PollPlan(tickInterval: tickInterval)
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
  /// Tells the sockets here, and then the other servers.
  func publish(_ outcomes: [CommitOutcome]) {
    let encoded = outcomes.map(EncodedOutcome.init)
    let indices = prepare(outcomes, encoded)
    if indices.count == outcomes.count {
      fanOut.publish(outcomes, encoded)
    } else {
      fanOut.publish(indices.map { outcomes[$0] }, indices.map { encoded[$0] })
    }
    announce(outcomes, encoded)
    if hasHeld { releaseHeld(outcomes.flatMap(\.sharedFeeds)) }
  }

  /// Before the sockets here are told: whoever loses a conversation is told nothing more of it that
  /// comes from elsewhere. Answers which outcomes they are told at once.
  private func prepare(_ outcomes: [CommitOutcome], _ encoded: [EncodedOutcome]) -> [Int] {
    locked { interest in
      outcomes.indices.filter { index in
        let outcome = outcomes[index]
        if hold(outcome, encoded[index], interest) { return false }
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
        return true
      }
    }
  }

  /// Whether the outcome waits for what comes before it. One that does more than to go on with a
  /// feed never does, nor any while no other server is there. Under `lock`.
  private func hold(_ outcome: CommitOutcome, _ encoded: EncodedOutcome, _ interest: NodeInterest) -> Bool {
    guard outcome.changes.count == 1, case .delta(let delta, let audience) = outcome.changes[0],
      let feed = SharedFeed(delta.feed, audience: audience), let from = delta.fromRev, let to = delta.toRev,
      let told = interest.told(of: feed), from > told, remote.hasServers
    else { return false }
    return held.hold(HeldOutcomes.Entry(from: from, to: to, .own(outcome, encoded)), of: feed)
  }

  /// `encoded` are the frames of the outcomes.
  private func announce(_ outcomes: [CommitOutcome], _ encoded: [EncodedOutcome]) {
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
    case .sessions(let sessions): withRemote { $0.sessions.set(sessions, at: message.node) }
    case .sessionsWanted: work.run { [self] in tellAllSessions() }
    case .beat: break
    }
  }

  package func mayHaveMissed() {
    let followed = lock.withLock {
      plan.noteMissed()
      remote.sessions.ask()
      return interest.followed
    }
    work.run { [self] in
      tellAll()
      for conversation in followed { publish(.presenceWanted(conversation), to: .conversation(conversation)) }
    }
  }

  private func hear(_ frame: EncodedFrame, of feed: SharedFeed, from: Int64, to: Int64, _ audience: [UserID]) {
    let (place, isHeld) = locked { interest in
      let place = interest.place(of: feed, from: from, to: to)
      if place == .next { interest.noteTold(feed, to: to) }
      guard place == .gap else { return (place, false) }
      return (place, held.hold(HeldOutcomes.Entry(from: from, to: to, .heard(frame, audience: audience)), of: feed))
    }
    switch place {
    case .known: break
    case .next:
      tell(frame, of: feed, to: audience)
      if hasHeld { releaseHeld([feed]) }
    case .gap where isHeld: break
    case .gap: catchUp(feed, to: to)
    }
  }

  /// Mostly not: nothing more is asked then.
  private var hasHeld: Bool { lock.withLock { !held.isEmpty } }

  /// Tells what was held of the feeds and now follows what has been told.
  func releaseHeld(_ feeds: [SharedFeed]) {
    for feed in feeds {
      tell(feed) { interest in interest.told(of: feed).map { held.release(feed, told: $0) } ?? [] }
    }
  }

  /// What has been held for a whole tick waits for something that the bus has lost.
  func releaseOverdue() {
    for (feed, entries) in lock.withLock({ held.takeOverdue() }) {
      // The clients of the server's own see the gap and ask for it.
      tell(feed) { _ in entries.filter(\.isOwn) }
      if let last = entries.map(\.to).max() { catchUp(feed, to: last) }
    }
  }

  /// Tells what was held of the feed: what `entries` takes out, under `lock`.
  private func tell(_ feed: SharedFeed, _ entries: (NodeInterest) -> [HeldOutcomes.Entry]) {
    let entries = locked { interest in
      let entries = entries(interest)
      if let last = entries.map(\.to).max() { interest.noteTold(feed, to: last) }
      return entries
    }
    for entry in entries {
      switch entry.content {
      case .own(let outcome, let encoded):
        // The audience is that of the commit: some may have lost the conversation since.
        for case .frame(let frame, let audience) in encoded.changes {
          tell(frame, of: feed, to: audience, except: encoded.socket)
        }
        fanOut.publish([outcome], [encoded.answerAlone])
      case .heard(let frame, let audience): tell(frame, of: feed, to: audience)
      }
    }
  }

  /// Those of the audience who have the feed here and now.
  private func tell(
    _ frame: EncodedFrame, of feed: SharedFeed, to audience: [UserID], except socket: SocketID? = nil
  ) {
    while true {
      let removals = fanOut.removals
      let recipients = locked { $0.recipients(of: feed, among: audience) }
      if recipients.isEmpty || fanOut.tell([.frame(frame, audience: recipients)], except: socket, removals: removals) {
        return
      }
    }
  }
}

extension SharedFeed {
  init(_ feed: FeedID, of user: UserID) {
    self = feed.conversation.map { .conversation($0) } ?? .user(user)
  }
}

extension CommitOutcome {
  /// Those in which it has rows.
  fileprivate var sharedFeeds: [SharedFeed] {
    changes.compactMap { change in
      if case .delta(let delta, let audience) = change { SharedFeed(delta.feed, audience: audience) } else { nil }
    }
  }

  /// At which revision the conversation is afterwards, as far as the outcome says.
  fileprivate func rev(of conversation: ConversationID) -> Int64 {
    for case .delta(let delta, _) in changes where delta.feed == .conversation(conversation) {
      if let rev = delta.toRev { return rev }
    }
    if case .success(.conversation(let row, _)) = result, row.id == conversation { return row.rev }
    return 0
  }
}
