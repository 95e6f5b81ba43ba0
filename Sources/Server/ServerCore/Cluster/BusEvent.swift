import Domain

/// What one node tells the others.
enum BusEvent: Hashable, Sendable {
  /// A feed went from one revision to the next: the frame as the sockets of `audience` get it.
  case delta(SharedFeed, fromRev: Int64, toRev: Int64, audience: [UserID], frame: [UInt8])
  /// The user is new in a conversation: ask the store in which.
  case joined(UserID)
  case gone(UserID, ConversationID)
  case sessionEnded(SessionID)
  /// The key that signs access tokens is another one.
  case tokensReplaced
  /// What is never stored, for these people in the conversation.
  case relayed(ConversationID, audience: [UserID], frame: [UInt8])
  /// What the sockets of the user at this node say together.
  case presence(UserID, Presence.State)
  /// Who is there of the conversation's members? Answered with `presence`.
  case presenceWanted(ConversationID)
  /// The node is there.
  case beat
  /// Which sessions of these users are in use at this node. Versions that do not know this event
  /// take no notice of it, nor of the next.
  case sessions([UserSessions])
  /// Which sessions are in use? Answered with `sessions`.
  case sessionsWanted
}

/// An event with the node that tells it, as it travels.
struct BusMessage: Hashable, Sendable {
  /// Rises when the layout changes: nodes of two versions do not read each other, and find what the
  /// other commits in the store.
  private static let version: UInt8 = 1

  let node: UInt64
  let event: BusEvent

  func encode() -> [UInt8] {
    var bytes = BusWriter()
    bytes.byte(Self.version)
    bytes.word(node)
    switch event {
    case .delta(let feed, let fromRev, let toRev, let audience, let frame):
      bytes.byte(1)
      bytes.feed(feed)
      bytes.word(UInt64(bitPattern: fromRev))
      bytes.word(UInt64(bitPattern: toRev))
      bytes.ids(audience)
      bytes.rest(frame)
    case .joined(let user):
      bytes.byte(2)
      bytes.id(user)
    case .gone(let user, let conversation):
      bytes.byte(3)
      bytes.id(user)
      bytes.id(conversation)
    case .sessionEnded(let session):
      bytes.byte(4)
      bytes.id(session)
    case .tokensReplaced:
      bytes.byte(5)
    case .relayed(let conversation, let audience, let frame):
      bytes.byte(6)
      bytes.id(conversation)
      bytes.ids(audience)
      bytes.rest(frame)
    case .presence(let user, let state):
      bytes.byte(7)
      bytes.id(user)
      bytes.state(state)
    case .presenceWanted(let conversation):
      bytes.byte(8)
      bytes.id(conversation)
    case .beat:
      bytes.byte(9)
    case .sessions(let users):
      bytes.byte(10)
      for user in users {
        bytes.id(user.user)
        bytes.ids(user.sessions)
      }
    case .sessionsWanted:
      bytes.byte(11)
    }
    return bytes.bytes
  }

  init(node: UInt64, event: BusEvent) {
    self.node = node
    self.event = event
  }

  /// `nil` for what another version has written, or nobody.
  init?(_ bytes: [UInt8]) {
    var reader = BusReader(bytes)
    guard reader.byte() == Self.version, let node = reader.word(), let event = Self.event(&reader), reader.isAtEnd
    else { return nil }
    self.init(node: node, event: event)
  }

  private static func event(_ reader: inout BusReader) -> BusEvent? {
    switch reader.byte() {
    case 1:
      guard let feed = reader.feed(), let fromRev = reader.word(), let toRev = reader.word(),
        let audience: [UserID] = reader.ids()
      else { return nil }
      return .delta(
        feed, fromRev: Int64(bitPattern: fromRev), toRev: Int64(bitPattern: toRev), audience: audience,
        frame: reader.rest())
    case 2: return reader.id().map { .joined($0) }
    case 3:
      guard let user: UserID = reader.id(), let conversation: ConversationID = reader.id() else { return nil }
      return .gone(user, conversation)
    case 4: return reader.id().map { .sessionEnded($0) }
    case 5: return .tokensReplaced
    case 6:
      guard let conversation: ConversationID = reader.id(), let audience: [UserID] = reader.ids() else { return nil }
      return .relayed(conversation, audience: audience, frame: reader.rest())
    case 7:
      guard let user: UserID = reader.id(), let state = reader.state() else { return nil }
      return .presence(user, state)
    case 8: return reader.id().map { .presenceWanted($0) }
    case 9: return .beat
    case 10:
      var users: [UserSessions] = []
      while !reader.isAtEnd {
        guard let user: UserID = reader.id(), let sessions: [SessionID] = reader.ids() else { return nil }
        users.append(UserSessions(user: user, sessions: sessions))
      }
      return .sessions(users)
    case 11: return .sessionsWanted
    default: return nil
    }
  }
}

private struct BusWriter {
  private(set) var bytes: [UInt8] = []

  mutating func byte(_ value: UInt8) { bytes.append(value) }

  mutating func word(_ value: UInt64) {
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  mutating func id<Entity>(_ id: Identifier<Entity>) {
    word(id.high)
    word(id.low)
  }

  mutating func ids<Entity>(_ ids: [Identifier<Entity>]) {
    word(UInt64(ids.count))
    for id in ids { self.id(id) }
  }

  mutating func feed(_ feed: SharedFeed) {
    switch feed {
    case .conversation(let conversation):
      byte(0)
      id(conversation)
    case .user(let user):
      byte(1)
      id(user)
    }
  }

  mutating func state(_ state: Presence.State) {
    switch state {
    case .offline: byte(0)
    case .away: byte(1)
    case .online: byte(2)
    }
  }

  mutating func rest(_ rest: [UInt8]) { bytes += rest }
}

private struct BusReader {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  var isAtEnd: Bool { bytes.isEmpty }

  mutating func byte() -> UInt8? { bytes.popFirst() }

  mutating func word() -> UInt64? {
    guard bytes.count >= 8 else { return nil }
    let value = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    bytes = bytes.dropFirst(8)
    return value
  }

  mutating func id<Entity>() -> Identifier<Entity>? {
    guard let high = word(), let low = word() else { return nil }
    return Identifier(high: high, low: low)
  }

  mutating func ids<Entity>() -> [Identifier<Entity>]? {
    // The count is checked before anything is made of that size.
    guard let count = word(), count <= UInt64(bytes.count / 16) else { return nil }
    var ids: [Identifier<Entity>] = []
    for _ in 0..<count {
      guard let id: Identifier<Entity> = id() else { return nil }
      ids.append(id)
    }
    return ids
  }

  mutating func feed() -> SharedFeed? {
    switch byte() {
    case 0: id().map { .conversation($0) }
    case 1: id().map { .user($0) }
    default: nil
    }
  }

  mutating func state() -> Presence.State? {
    switch byte() {
    case 0: .offline
    case 1: .away
    case 2: .online
    default: nil
    }
  }

  mutating func rest() -> [UInt8] {
    defer { bytes = [] }
    return Array(bytes)
  }
}
