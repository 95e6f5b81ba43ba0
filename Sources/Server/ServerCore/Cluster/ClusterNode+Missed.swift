import Domain

/// What was missed is asked of the store.
extension ClusterNode {
  /// Users or sessions asked about in one read.
  private static let batch = 200

  /// Called every `coalescingInterval`.
  func tick() {
    let isBeatDue = lock.withLock { beats.tick() }
    tickPresence(isBeatDue: isBeatDue)
    tickSessions()
    releaseOverdue()
    let isConnected = bus.isConnected
    let due = lock.withLock {
      let due = plan.tick(isConnected: isConnected, isPolling: isPolling)
      if due != nil { isPolling = true }
      return due
    }
    if let due { work.run { [self] in poll(due) } }
  }

  private func poll(_ scope: PollPlan.Scope) {
    let (users, sessions) = locked { interest in
      let recent = interest.takeRecent()
      return (scope == .everything ? interest.users : recent, interest.openSessions)
    }
    let count = census.flatMap { census in asking { try census.serverCount() } }
    lock.withLock { plan.noteServers(count) }
    compareKeys()
    for batch in batches(of: sessions) { compareSessions(batch) }
    for batch in batches(of: users) { compareFeeds(of: batch) }
    lock.withLock { isPolling = false }
  }

  func batches<Element>(of all: [Element]) -> [ArraySlice<Element>] {
    stride(from: 0, to: all.count, by: Self.batch).map { all[$0..<min(all.count, $0 + Self.batch)] }
  }

  /// What the store cannot say now is asked for again by the next poll.
  private func asking<Value>(_ body: () throws -> Value) -> Value? {
    switch Result(catching: body) {
    case .success(let value): value
    case .failure: nil
    }
  }

  func compareKeys() {
    if asking({ try tokens.refresh() }) == true { fanOut.tell([.tokensReplaced]) }
  }

  private func compareSessions(_ sessions: ArraySlice<SessionID>) {
    guard let active = asking({ try store.activeSessions(among: Array(sessions)) }) else { return }
    let ended = sessions.filter { !active.contains($0) }
    if !ended.isEmpty { fanOut.tell([.sessionsEnded(ended)]) }
  }

  func compareMemberships(of user: UserID) {
    compareFeeds(of: [user])
  }

  private func compareFeeds(of users: ArraySlice<UserID>) {
    let versions = locked { interest in
      Dictionary(uniqueKeysWithValues: users.compactMap { user in interest.version(of: user).map { (user, $0) } })
    }
    guard !versions.isEmpty, let revs = asking({ try store.feedRevs(of: versions.keys.sorted()) }) else { return }
    for (user, revs) in revs.sorted(by: { $0.key < $1.key }) { compare(user, revs, version: versions[user]) }
  }

  /// Brings a user's sockets to the conversations that the store says they have, and those to the
  /// revisions that it says they are at.
  private func compare(_ user: UserID, _ revs: [FeedID: Int64], version: Int?) {
    let stored = Set(revs.keys.compactMap(\.conversation))
    let changes: (new: [ConversationID], lost: [ConversationID])? = locked { interest in
      // Something else was told meanwhile: what was read may be older than that.
      guard let version, interest.version(of: user) == version else { return nil }
      // Where it could not be read when the user came.
      if !interest.isLoaded(user) { interest.follow(.user(user), by: user, from: 0) }
      let held = interest.conversations(of: user)
      let (new, lost) = (stored.subtracting(held).sorted(), held.subtracting(stored).sorted())
      for conversation in new {
        interest.follow(.conversation(conversation), by: user, from: revs[.conversation(conversation)] ?? 0)
      }
      for conversation in lost { interest.lose(conversation, by: user) }
      interest.noteLoaded(user)
      return (new, lost)
    }
    guard let changes else { return compareAgain(user) }
    for conversation in changes.lost { fanOut.tell([.gone(EncodedFrame(.gone(.conversation(conversation))), [user])]) }
    for conversation in changes.new { fanOut.tell([.joined(conversation, [user])]) }
    let behind = locked { interest in
      revs.filter { feed, rev in interest.told(of: SharedFeed(feed, of: user)).map { $0 < rev } ?? false }
    }
    for (feed, rev) in behind.sorted(by: { $0.key.description < $1.key.description }) {
      catchUp(SharedFeed(feed, of: user), to: rev)
    }
  }

  private func compareAgain(_ user: UserID) {
    if locked({ $0.version(of: user) }) != nil { work.run { [self] in compareMemberships(of: user) } }
  }

  /// Reads what is missing of a feed and tells that. One thread does so for all feeds.
  func catchUp(_ feed: SharedFeed, to rev: Int64) {
    let isFirst = lock.withLock {
      missing.append((feed, rev))
      defer { isCatchingUp = true }
      return !isCatchingUp
    }
    if isFirst { work.run { [self] in catchUpAll() } }
  }

  private func catchUpAll() {
    while let feed = lock.withLock({ nextMissing() }) {
      let (users, told) = locked { ($0.users(of: feed), $0.told(of: feed) ?? 0) }
      var reached = Int64.max
      for user in users { reached = min(reached, catchUp(user, with: feed, from: told)) }
      if !users.isEmpty, reached < .max { locked { $0.noteTold(feed, to: reached) } }
      releaseHeld([feed])
    }
  }

  /// `nil` when there is none; then the next one starts anew. Under `lock`.
  private func nextMissing() -> SharedFeed? {
    while !missing.isEmpty {
      let (feed, rev) = missing.removeFirst()
      if let told = interest.told(of: feed), told < rev { return feed }
    }
    isCatchingUp = false
    return nil
  }

  /// Up to which revision the user's sockets have the feed now; what they were at where it cannot
  /// be read.
  private func catchUp(_ user: UserID, with feed: SharedFeed, from told: Int64) -> Int64 {
    while true {
      let epochs = fanOut.epochs(of: user)
      if epochs.isEmpty { return .max }
      switch Result(catching: { try store.delta(of: feed.id, for: user, fromRev: told) }) {
      case .success(let delta):
        let frame = EncodedFrame(.delta(delta))
        let isDelivered = epochs.map { fanOut.deliver([frame], to: $0.socket, epoch: $0.epoch) }
        // The user has come to a conversation or lost one: what was read may no longer be theirs.
        if isDelivered.allSatisfy({ $0 }) { return delta.toRev ?? told }
      case .failure(let refusal as Refusal) where refusal.code == .notFound:
        work.run { [self] in compareMemberships(of: user) }
        return .max
      case .failure:
        // The next poll finds that it is still missing.
        return told
      }
    }
  }
}
