import Domain
import ServerCore

extension CommandWriter {
  func apply(_ command: AccountCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .create(let record, let timeZone, let locale, let language):
      try create(NewAccount(record: record, timeZone: timeZone, locale: locale, language: language))
    case .updateProfile(let user, let change): try updateProfile(of: user, change)
    case .setPassword(let user, let hash, let kept): try setPassword(of: user, hash: hash, keeping: kept, at: time)
    case .rehashPassword(let user, let hash): try rehashPassword(of: user, hash: hash)
    case .setWorkspaceRole(let user, let role): try setWorkspaceRole(of: user, role)
    case .setDisabled(let user, let isDisabled): try setDisabled(user, isDisabled, at: time)
    case .delete(let user): try deleteAccount(user, at: time)
    case .touchLastSeen(let times): try touchLastSeen(times)
    }
  }

  func create(_ account: NewAccount) throws -> CommandAnswer {
    let inUse = try connection.integer(
      "SELECT count(*) FROM users WHERE email = ? OR id = ?", .text(Rules.Accounts.address(of: account)),
      .id(account.record.id))
    let isFirst = try connection.integer("SELECT NOT EXISTS (SELECT 1 FROM users)") == 1
    let profile = try Rules.Accounts.create(account, isInUse: inUse > 0, isFirst: isFirst)
    try connection.run(
      """
      INSERT INTO users (id, email, name, foldedName, timeZone, locale, language, passwordHash, workspaceRole,
        isDisabled, createdAt, rev, profileRev)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, .id(profile.id), .text(profile.email), .text(profile.name), .text(ProfileRows.folded(profile.name)),
      .optional(profile.timeZone), .optional(profile.locale), .optional(profile.language),
      .optional(account.record.passwordHash), .text(profile.workspaceRole.rawValue), .flag(account.record.isDisabled),
      .time(profile.createdAt), .integer(profile.rev), .integer(profile.rev))
    return CommandAnswer(.profile(profile))
  }

  func updateProfile(of user: UserID, _ change: ProfileChange) throws -> CommandAnswer {
    let account = try account(user)
    let ruling = try Rules.Accounts.updateProfile(of: account, change)
    var answer = try save(ruling, of: account)
    guard ruling.looksDifferent, let profile = ruling.changed else { return answer }
    for conversation in try conversations(of: account.number, includingFormer: false) {
      guard let cached = try cache.conversation(conversation) else { continue }
      let change = Rules.Members.rename(user, to: profile.name, photo: profile.photo, in: cached.state)
      answer.changes += try save(change, in: cached).changes
    }
    return answer
  }

  func setWorkspaceRole(of user: UserID, _ role: WorkspaceRole) throws -> CommandAnswer {
    let account = try account(user)
    return try save(Rules.Accounts.setWorkspaceRole(of: account, to: role), of: account)
  }

  func setPassword(
    of user: UserID, hash: String, keeping kept: SessionID?, at time: Timestamp
  ) throws -> CommandAnswer {
    let account = try account(user).number
    try connection.run("UPDATE users SET passwordHash = ? WHERE key = ?", .text(hash), .integer(account))
    return CommandAnswer(
      .done, changes: try end(Rules.Sessions.endAll(openSessions(of: account), except: kept), at: time))
  }

  func rehashPassword(of user: UserID, hash: String) throws -> CommandAnswer {
    let account = try account(user).number
    try connection.run("UPDATE users SET passwordHash = ? WHERE key = ?", .text(hash), .integer(account))
    return .done
  }

  func setDisabled(_ user: UserID, _ isDisabled: Bool, at time: Timestamp) throws -> CommandAnswer {
    let account = try account(user).number
    try connection.run("UPDATE users SET isDisabled = ? WHERE key = ?", .flag(isDisabled), .integer(account))
    guard isDisabled else { return .done }
    return CommandAnswer(.done, changes: try end(Rules.Sessions.endAll(openSessions(of: account)), at: time))
  }

  /// Only rises.
  func touchLastSeen(_ times: [UserID: Timestamp]) throws -> CommandAnswer {
    for (user, time) in times {
      try connection.run(
        """
        UPDATE users SET lastSeenAt = ?1 WHERE id = ?2 AND deletedAt IS NULL AND coalesce(lastSeenAt, 0) < ?1
        """, .time(time), .id(user))
    }
    return .done
  }
}

extension CommandWriter {
  /// Throws `notFound` for unknown and deleted users.
  func account(_ user: UserID) throws -> AccountState {
    let found = try connection.first(
      "SELECT \(ProfileRows.columns), \(AccountColumn.list) FROM users WHERE id = ? AND deletedAt IS NULL", .id(user)
    ) {
      AccountState(
        number: $0.integer(AccountColumn.key), profile: try ProfileRows.profile($0), rev: $0.integer(AccountColumn.rev),
        isDisabled: $0.flag(AccountColumn.isDisabled))
    }
    guard let found else { throw Refusal.notFound }
    return found
  }

  /// Conversations of a user, oldest first.
  func conversations(of account: Int64, includingFormer: Bool) throws -> [ConversationID] {
    try connection.all(
      """
      SELECT c.id AS id FROM members m JOIN conversations c ON c.key = m.conversation
      WHERE m.user = ?1 AND (?2 OR m.leftAt IS NULL) ORDER BY c.key
      """, .integer(account), .flag(includingFormer)
    ) { try $0.id("id") }
  }

  private func save(_ ruling: ProfileRuling, of account: AccountState) throws -> CommandAnswer {
    guard let profile = ruling.changed else { return ruling.answer }
    try connection.run(
      """
      UPDATE users SET name = ?1, foldedName = ?2, photo = ?3, timeZone = ?4, locale = ?5, language = ?6,
        workspaceRole = ?7, rev = ?8, profileRev = ?8 WHERE key = ?9
      """, .text(profile.name), .text(ProfileRows.folded(profile.name)), .optional(profile.photo),
      .optional(profile.timeZone), .optional(profile.locale), .optional(profile.language),
      .text(profile.workspaceRole.rawValue), .integer(profile.rev), .integer(account.number))
    return ruling.answer
  }
}
