import Domain
import ServerCore

extension CommandWriter {
  func apply(_ command: MemberCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .add(let asker, let conversation, let users):
      try add(users, to: conversation, by: asker, at: time)
    case .remove(let asker, let conversation, let user):
      try remove(user, from: conversation, by: asker, at: time)
    case .setRole(let asker, let conversation, let user, let role):
      try setRole(role, of: user, in: conversation, by: asker)
    case .changeSettings(let asker, let conversation, let change):
      try changeSettings(change, of: conversation, by: asker, at: time)
    case .advanceWatermarks(let conversation, let changes):
      try advanceWatermarks(changes, in: conversation)
    }
  }

  func add(
    _ users: [UserID], to conversation: ConversationID, by asker: UserID, at time: Timestamp
  ) throws -> CommandAnswer {
    let cached = try self.conversation(conversation)
    let joining = try Rules.Members.joining(users, cached.state, by: asker, groupSize: groupSize)
    let people = try people(joining, madeBy: cached.state.row.createdBy, isGroup: true)
    return try save(
      Rules.Members.add(people, to: cached.state, by: asker, at: time, limits: limits), in: cached)
  }

  func remove(
    _ user: UserID, from conversation: ConversationID, by asker: UserID, at time: Timestamp
  ) throws -> CommandAnswer {
    let cached = try self.conversation(conversation)
    return try save(Rules.Members.remove(user, from: cached.state, by: asker, at: time), in: cached)
  }

  func setRole(
    _ role: Member.Role, of user: UserID, in conversation: ConversationID, by asker: UserID
  ) throws -> CommandAnswer {
    let cached = try self.conversation(conversation)
    return try save(Rules.Members.setRole(role, of: user, in: cached.state, by: asker), in: cached)
  }

  func advanceWatermarks(_ changes: [WatermarkChange], in conversation: ConversationID) throws -> CommandAnswer {
    let cached = try self.conversation(conversation)
    return try save(Rules.Members.advanceWatermarks(changes, in: cached.state), in: cached)
  }

  func changeSettings(
    _ change: ConversationSettingsChange, of conversation: ConversationID, by asker: UserID, at time: Timestamp
  ) throws -> CommandAnswer {
    let cached = try self.conversation(conversation)
    let owner = try Rules.Members.settingsOwner(asker, in: cached.state)
    let known = try connection.first(
      "SELECT \(SettingsColumn.list) FROM settings s WHERE s.user = ? AND s.conversation = ?", .integer(owner),
      .integer(cached.key)
    ) { SettingsRows.settings($0, conversation: conversation) }
    let ruling = Rules.Members.changeSettings(
      change, from: known, rev: try connection.integer("SELECT rev FROM users WHERE key = ?", .integer(owner)),
      of: conversation, by: asker, at: time)
    guard let settings = ruling.changed else { return ruling.answer }
    try connection.run("UPDATE users SET rev = ? WHERE key = ?", .integer(settings.rev), .integer(owner))
    try connection.run(
      """
      INSERT OR REPLACE INTO settings (user, conversation, rev, muted, mutedUntil, archived, pinned, archivedAt)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, .integer(owner), .integer(cached.key), .integer(settings.rev), .flag(settings.muted),
      .time(settings.mutedUntil), .flag(settings.archived), .flag(settings.pinned), .time(settings.archivedAt))
    return ruling.answer
  }
}
