import Domain
import ServerCore

/// Puts a demo script into an empty store, everything at the time at which it was said.
package struct DemoBuilder {
  private let store: any ServerStore
  private let hasher: any PasswordHashing
  private let now: Timestamp

  package init(store: any ServerStore, hasher: any PasswordHashing, now: Timestamp) {
    self.store = store
    self.hasher = hasher
    self.now = now
  }

  /// Returns how many messages were written.
  package func build(_ script: DemoScript, password: String) async throws -> Int {
    let monday = script.monday(before: now)
    let start = monday.adding(seconds: -5 * 604_800)
    let hash = try await hasher.hash(password)
    var users: [String: UserID] = [:]
    for person in script.people { users[person.key] = try await add(person, hash: hash, at: start) }
    var count = 0
    for talk in script.talks {
      let conversation = try await open(talk, users: users, at: start)
      for line in talk.lines.sorted(by: { $0.offset < $1.offset }) {
        try await say(line, in: conversation, by: try user(line.speaker, of: users), monday: monday)
        count += 1
      }
      try await mark(talk, in: conversation, users: users)
    }
    return count
  }

  private func add(_ person: DemoScript.Person, hash: String, at time: Timestamp) async throws -> UserID {
    let record = AccountRecord(
      id: identifiers(at: time).next(), email: person.email, name: person.name, passwordHash: hash,
      workspaceRole: person.isAdmin ? .admin : .member, isDisabled: false, createdAt: time)
    let account = try NewAccount(
      record, timeZone: person.timeZone, locale: person.locale, language: person.language)
    _ = try await perform(.account(.create(account)), at: time)
    return record.id
  }

  private func open(
    _ talk: DemoScript.Talk, users: [String: UserID], at time: Timestamp
  ) async throws -> ConversationID {
    let members = try talk.members.map { try user($0, of: users) }
    guard let creator = members.first else { throw DemoFailure("A conversation without members.") }
    let id: ConversationID = identifiers(at: time).next()
    _ = try await perform(
      .conversation(
        .create(
          creator: creator, id: id, kind: talk.name == nil ? .direct : .group, name: talk.name,
          members: Array(members.dropFirst()))), at: time)
    return id
  }

  private func say(
    _ line: DemoScript.Line, in conversation: ConversationID, by sender: UserID, monday: Timestamp
  ) async throws {
    let time = monday.adding(seconds: line.offset)
    _ = try await perform(
      .message(
        .post(
          sender: sender, conversation: conversation, id: identifiers(at: time).next(), text: line.text, replyTo: nil)),
      at: time)
  }

  private func mark(
    _ talk: DemoScript.Talk, in conversation: ConversationID, users: [String: UserID]
  ) async throws {
    let last = Int64(talk.lines.count)
    let changes = try talk.members.map { key in
      WatermarkChange(
        user: try user(key, of: users), delivered: last, read: max(0, last - (talk.unread[key] ?? 0)))
    }
    _ = try await perform(.member(.advanceWatermarks(conversation: conversation, changes)), at: now)
  }

  private func user(_ key: String, of users: [String: UserID]) throws -> UserID {
    guard let user = users[key] else { throw DemoFailure("\(key) is not in people.txt.") }
    return user
  }

  private func identifiers(at time: Timestamp) -> RandomIdentifierSource {
    RandomIdentifierSource(clock: FixedClock(now: time))
  }

  private func perform(_ body: WriteCommand.Body, at time: Timestamp) async throws(Refusal) -> CommitResult {
    try await DirectCommandPerformer(store: store, clock: FixedClock(now: time)).perform(body)
  }
}

/// A clock that stands still.
private struct FixedClock: WallClock {
  let now: Timestamp
}
