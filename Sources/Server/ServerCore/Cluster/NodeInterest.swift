import Domain

/// What the sockets of one node want to hear, and up to where they have been told. Guarded by the
/// lock of `ClusterNode`.
struct NodeInterest {
  /// How a delta stands to what the sockets have been told.
  enum Place {
    /// Nobody here wants it, or all have been told.
    case known
    case next
    /// Something before it has not been heard.
    case gap
  }

  private struct Person {
    var sockets: [SocketID: SessionID] = [:]
    var conversations: Set<ConversationID> = []
    /// Whether the feeds of the user are followed.
    var isLoaded = false
    /// Another one whenever the user comes to a conversation or loses one.
    var version: Int
  }

  private struct Followed {
    var users: Set<UserID>
    /// Every socket of these users has been told of all up to here, or is going to read it.
    var told: Int64
  }

  private var people: [UserID: Person] = [:]
  private var lastVersion = 0
  private var owners: [SocketID: UserID] = [:]
  private var sessions: [SessionID: Int] = [:]
  private var feeds: [SharedFeed: Followed] = [:]
  /// Interest that began or ended since the last `takeChanges`.
  private var changes: [BusSubject: Bool] = [:]
  /// Users for whom a subject became wanted, and for how many polls more they are asked about: what
  /// was committed before the bus knew of it is not heard.
  private var recent: [UserID: Int] = [:]
  private static let recentPolls = 2

  /// Whom this poll is to ask about in any case.
  mutating func takeRecent() -> [UserID] {
    defer { recent = recent.mapValues { $0 - 1 }.filter { $0.value > 0 } }
    return recent.keys.sorted()
  }

  /// Subjects and whether they are wanted from now on.
  mutating func takeChanges() -> [BusSubject: Bool] {
    defer { changes = [:] }
    return changes
  }

  // MARK: Sockets

  mutating func add(_ socket: SocketID, of user: UserID, _ session: SessionID) {
    if people[user] == nil {
      changes[.user(user)] = true
      recent[user] = Self.recentPolls
      people[user] = Person(version: nextVersion())
    }
    people[user]?.sockets[socket] = session
    owners[socket] = user
    sessions[session, default: 0] += 1
    if sessions[session] == 1 { changes[.session(session)] = true }
  }

  mutating func remove(_ socket: SocketID) {
    guard let user = owners.removeValue(forKey: socket),
      let session = people[user]?.sockets.removeValue(forKey: socket)
    else { return }
    let count = (sessions[session] ?? 1) - 1
    sessions[session] = count > 0 ? count : nil
    if count <= 0 { changes[.session(session)] = false }
    guard let person = people[user], person.sockets.isEmpty else { return }
    people[user] = nil
    recent[user] = nil
    for conversation in person.conversations { unfollow(.conversation(conversation), by: user) }
    unfollow(.user(user), by: user)
    changes[.user(user)] = false
  }

  var users: [UserID] { people.keys.sorted() }
  var openSessions: [SessionID] { sessions.keys.sorted() }

  // MARK: Feeds

  func isLoaded(_ user: UserID) -> Bool { people[user]?.isLoaded ?? false }
  mutating func noteLoaded(_ user: UserID) { people[user]?.isLoaded = true }

  /// `nil` when none of the user's sockets is open. Compared by whoever has read of the user.
  func version(of user: UserID) -> Int? { people[user]?.version }
  func conversations(of user: UserID) -> Set<ConversationID> { people[user]?.conversations ?? [] }
  func users(of feed: SharedFeed) -> [UserID] { feeds[feed]?.users.sorted() ?? [] }
  /// Every conversation that somebody here is in.
  var followed: [ConversationID] { feeds.keys.compactMap(\.id.conversation).sorted() }
  func told(of feed: SharedFeed) -> Int64? { feeds[feed]?.told }

  /// The user has the feed from now on, and has or reads all up to `rev`.
  mutating func follow(_ feed: SharedFeed, by user: UserID, from rev: Int64) {
    guard people[user] != nil else { return }
    if case .conversation(let conversation) = feed, people[user]?.conversations.insert(conversation).inserted == true {
      noteChange(of: user)
    }
    // What was told of a feed before was committed before: whoever reads it now reads that too.
    if feeds[feed]?.users.insert(user) == nil {
      feeds[feed] = Followed(users: [user], told: rev)
      changes[feed.subject] = true
      recent[user] = Self.recentPolls
    }
  }

  mutating func lose(_ conversation: ConversationID, by user: UserID) {
    guard people[user] != nil else { return }
    noteChange(of: user)
    if people[user]?.conversations.remove(conversation) != nil { unfollow(.conversation(conversation), by: user) }
  }

  private mutating func noteChange(of user: UserID) {
    let version = nextVersion()
    people[user]?.version = version
  }

  private mutating func nextVersion() -> Int {
    lastVersion += 1
    return lastVersion
  }

  private mutating func unfollow(_ feed: SharedFeed, by user: UserID) {
    feeds[feed]?.users.remove(user)
    guard feeds[feed]?.users.isEmpty == true else { return }
    feeds[feed] = nil
    if case .conversation = feed { changes[feed.subject] = false }
  }

  func place(of feed: SharedFeed, from: Int64, to: Int64) -> Place {
    guard let followed = feeds[feed], to > followed.told else { return .known }
    return from == followed.told ? .next : .gap
  }

  mutating func noteTold(_ feed: SharedFeed, to rev: Int64) {
    guard let told = feeds[feed]?.told, rev > told else { return }
    feeds[feed]?.told = rev
  }

  /// Those of the audience who have the feed now.
  func recipients(of feed: SharedFeed, among audience: [UserID]) -> [UserID] {
    guard let users = feeds[feed]?.users else { return [] }
    return audience.filter { users.contains($0) }
  }
}
