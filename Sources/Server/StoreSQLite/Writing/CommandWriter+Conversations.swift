import Domain
import ServerCore

/// What a `createConversation` asks for.
struct ConversationRequest {
  let creator: UserID
  let id: ConversationID
  let name: String?
  let members: [UserID]
}

/// A user as conversations need them.
struct Person {
  let key: Int64
  let id: UserID
  let name: String
  let photo: String?
}

extension CommandWriter {
  func createDirect(_ request: ConversationRequest, at time: Timestamp) throws -> Applied {
    let others = unique(request.members).filter { $0 != request.creator }
    guard others.count == 1 else { throw Refusal(.invalid, "A direct conversation has exactly one other member.") }
    let pair = try people([request.creator, others[0]])
    let keys = (min(pair[0].key, pair[1].key), max(pair[0].key, pair[1].key))
    let existing: ConversationID? = try connection.first(
      "SELECT id FROM conversations WHERE first = ? AND second = ?", .integer(keys.0), .integer(keys.1)
    ) { try $0.id(0) }
    if let existing {
      guard let state = try cache.state(existing) else { throw Refusal.notFound }
      return Applied(result: .success(.conversation(state.row, isNew: false)))
    }
    if let repeated = try repeatedCreation(request, kind: .direct) { return repeated }
    try checkRoom(for: pair, madeBy: request.creator, asker: request.creator, isGroup: false)
    return try insert(request, kind: .direct, name: nil, people: pair, pair: keys, at: time)
  }

  func createGroup(_ request: ConversationRequest, at time: Timestamp) throws -> Applied {
    let name = try AccountRules.validatedName(request.name ?? "")
    let members = unique([request.creator] + request.members)
    try checkGroupSize(members.count)
    let people = try people(members)
    if let repeated = try repeatedCreation(request, kind: .group) { return repeated }
    try checkRoom(for: people, madeBy: request.creator, asker: request.creator, isGroup: true)
    return try insert(request, kind: .group, name: name, people: people, pair: nil, at: time)
  }

  func update(
    _ conversation: ConversationID, by asker: UserID, name: String?, photo: String??
  ) throws -> Applied {
    let state = try authorized(.rename, asker, conversation)
    var row = state.row
    if let name { row.name = try AccountRules.validatedName(name) }
    if let photo { row.photo = photo }
    guard row != state.row else { return Applied(result: .success(.conversation(row, isNew: false))) }
    let rev = advance(state)
    row.rev = rev.to
    state.row = row
    let delta = FeedDelta(feed: .conversation(state.id), fromRev: rev.from, toRev: rev.to, conversation: row)
    return Applied(
      result: .success(.conversation(row, isNew: false)), changes: [.delta(delta, audience: state.audience)])
  }

  /// The users in the given order. Throws `invalid` when one is unknown or deleted.
  func people(_ users: [UserID]) throws -> [Person] {
    try users.map { user in
      let person = try connection.first(
        "SELECT key, name, photo FROM users WHERE id = ? AND deletedAt IS NULL", .id(user)
      ) { Person(key: $0.integer(0), id: user, name: $0.text(1), photo: $0.optionalText(2)) }
      guard let person else { throw Refusal(.invalid, "One of the users does not exist.") }
      return person
    }
  }

  /// The answer when the id is in use; `nil` when it is not.
  private func repeatedCreation(_ request: ConversationRequest, kind: Conversation.Kind) throws -> Applied? {
    guard let state = try cache.state(request.id) else { return nil }
    let isSame = state.row.createdBy == request.creator && state.kind == kind
    guard isSame, state.presentEntry(of: request.creator) != nil else {
      throw Refusal(.conflict, "That conversation id is in use.")
    }
    return Applied(result: .success(.conversation(state.row, isNew: false)))
  }

  private func insert(
    _ request: ConversationRequest, kind: Conversation.Kind, name: String?, people: [Person],
    pair: (Int64, Int64)?, at time: Timestamp
  ) throws -> Applied {
    let row = Conversation(
      id: request.id, rev: 1, kind: kind, name: name, createdAt: time, createdBy: request.creator)
    try connection.run(
      """
      INSERT INTO conversations (id, kind, first, second, name, createdAt, createdBy, rowRev, rev, lastSeq)
      VALUES (?, ?, ?, ?, ?, ?, ?, 1, 1, 0)
      """, .id(request.id), .text(kind.rawValue), pair.map { .integer($0.0) } ?? .null,
      pair.map { .integer($0.1) } ?? .null, .optional(name), .time(time), .integer(people[0].key))
    let key = try connection.integer("SELECT key FROM conversations WHERE id = ?", .id(request.id))
    let state = ConversationState(key: key, row: row, rev: 1, lastSeq: 0, entries: [])
    cache.insert(state)
    let entries = people.map { person in
      let isAdmin = kind == .group && person.id == request.creator
      let member = Member(
        user: person.id, rev: 1, role: isAdmin ? .admin : .member, name: person.name, photo: person.photo)
      return ConversationState.Entry(key: person.key, joinedAt: time, row: member)
    }
    _ = try save(entries, in: state, rev: 1)
    return Applied(
      result: .success(.conversation(row, isNew: true)), changes: [.joined(state.id, people.map(\.id))])
  }
}
