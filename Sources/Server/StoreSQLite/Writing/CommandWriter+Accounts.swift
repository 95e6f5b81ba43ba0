import Domain
import ServerCore

extension CommandWriter {
  static let deletedName = "Deleted user"

  func createAccount(
    _ record: AccountRecord, timeZone: String?, locale: String?, language: String?
  ) throws -> Applied {
    let name = try AccountRules.validatedName(record.name)
    let email = try AccountRules.validatedEmail(record.email)
    let inUse = try connection.integer(
      "SELECT count(*) FROM users WHERE email = ? OR id = ?", .text(email), .id(record.id))
    guard inUse == 0 else { throw Refusal(.conflict, "That e-mail address is in use.") }
    let isFirst = try connection.integer("SELECT NOT EXISTS (SELECT 1 FROM users)") == 1
    let role = isFirst ? WorkspaceRole.admin : record.workspaceRole
    try connection.run(
      """
      INSERT INTO users (id, email, name, foldedName, timeZone, locale, language, passwordHash, workspaceRole,
        isDisabled, createdAt, rev, profileRev)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 1)
      """, .id(record.id), .text(email), .text(name), .text(ProfileRows.folded(name)), .optional(timeZone),
      .optional(locale), .optional(language), .optional(record.passwordHash), .text(role.rawValue),
      .flag(record.isDisabled), .time(record.createdAt))
    return Applied(result: .success(.profile(try account(record.id).profile)))
  }

  func updateProfile(of user: UserID, _ change: ProfileChange) throws -> Applied {
    let account = try account(user)
    var profile = account.profile
    if let name = change.name { profile.name = try AccountRules.validatedName(name) }
    if let photo = change.photo { profile.photo = photo }
    if let timeZone = change.timeZone { profile.timeZone = timeZone }
    if let locale = change.locale { profile.locale = locale }
    if let language = change.language { profile.language = language }
    guard profile != account.profile else { return Applied(result: .success(.profile(profile))) }
    let looksDifferent = profile.name != account.profile.name || profile.photo != account.profile.photo
    var changes = [try save(&profile, key: account.key)]
    if looksDifferent {
      for conversation in try conversations(of: account.key, includingFormer: false) {
        let name = profile.name
        let photo = profile.photo
        changes += try rewriteMember(user, in: conversation) {
          $0.row.name = name
          $0.row.photo = photo
        }
      }
    }
    return Applied(result: .success(.profile(profile)), changes: changes)
  }

  func setWorkspaceRole(of user: UserID, _ role: WorkspaceRole) throws -> Applied {
    let account = try account(user)
    guard account.profile.workspaceRole != role else { return Applied(result: .success(.profile(account.profile))) }
    var profile = account.profile
    profile.workspaceRole = role
    let change = try save(&profile, key: account.key)
    return Applied(result: .success(.profile(profile)), changes: [change])
  }

  func setPassword(
    of user: UserID, hash: String, keeping kept: SessionID?, at time: Timestamp
  ) throws -> Applied {
    let key = try account(user).key
    try connection.run("UPDATE users SET passwordHash = ? WHERE key = ?", .text(hash), .integer(key))
    return Applied(result: .success(.done), changes: try endSessions(of: key, except: kept, at: time))
  }

  func rehashPassword(of user: UserID, hash: String) throws -> Applied {
    let key = try account(user).key
    try connection.run("UPDATE users SET passwordHash = ? WHERE key = ?", .text(hash), .integer(key))
    return .nothing
  }

  func setDisabled(_ user: UserID, _ isDisabled: Bool, at time: Timestamp) throws -> Applied {
    let key = try account(user).key
    try connection.run("UPDATE users SET isDisabled = ? WHERE key = ?", .flag(isDisabled), .integer(key))
    guard isDisabled else { return .nothing }
    return Applied(result: .success(.done), changes: try endSessions(of: key, except: nil, at: time))
  }

  func touchLastSeen(_ times: [UserID: Timestamp]) throws -> Applied {
    for (user, time) in times {
      try connection.run(
        """
        UPDATE users SET lastSeenAt = ?1 WHERE id = ?2 AND deletedAt IS NULL AND coalesce(lastSeenAt, 0) < ?1
        """, .time(time), .id(user))
    }
    return .nothing
  }

  /// Kept among the secrets, where nothing else looks for it.
  func probe() throws -> Applied {
    try connection.execute("INSERT OR REPLACE INTO secrets (name, value) VALUES ('probe', randomblob(16))")
    return Applied(result: .success(.done))
  }

  func putSecret(_ value: [UInt8], name: String) throws -> Applied {
    try connection.run(
      "INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", .text(name), .bytes(value))
    let kept = try connection.first("SELECT value FROM secrets WHERE name = ?", .text(name)) { $0.bytes(0) }
    return Applied(result: .success(.secret(kept ?? value)))
  }

  func replaceSigningKey(_ value: [UInt8], name: String) throws -> Applied {
    try markErased()
    try connection.run("INSERT OR REPLACE INTO secrets (name, value) VALUES (?, ?)", .text(name), .bytes(value))
    return Applied(result: .success(.secret(value)), changes: [.tokensReplaced])
  }
}

extension CommandWriter {
  struct Account {
    let key: Int64
    let profile: Profile
    let isDisabled: Bool
  }

  /// Throws `notFound` for unknown and deleted users.
  func account(_ user: UserID) throws -> Account {
    let found = try connection.first(
      "SELECT \(ProfileRows.columns), isDisabled FROM users WHERE id = ? AND deletedAt IS NULL", .id(user)
    ) { Account(key: $0.integer(11), profile: try ProfileRows.profile($0), isDisabled: $0.flag(12)) }
    guard let found else { throw Refusal.notFound }
    return found
  }

  /// Conversations of a user, oldest first.
  func conversations(of key: Int64, includingFormer: Bool) throws -> [ConversationID] {
    try connection.all(
      """
      SELECT c.id FROM members m JOIN conversations c ON c.key = m.conversation
      WHERE m.user = ?1 AND (?2 OR m.leftAt IS NULL) ORDER BY c.key
      """, .integer(key), .flag(includingFormer)
    ) { try $0.id(0) }
  }

  /// Changes a user's row in a conversation under a new revision.
  func rewriteMember(
    _ user: UserID, in conversation: ConversationID, _ change: (inout ConversationState.Entry) -> Void
  ) throws -> [FeedChange] {
    guard let state = try cache.state(conversation), var entry = state.entry(of: user) else { return [] }
    change(&entry)
    let rev = advance(state)
    let rows = try save([entry], in: state, rev: rev.to)
    return [memberDelta(rows, in: state, rev: rev)]
  }

  /// Writes the profile under a new revision of the private feed.
  private func save(_ profile: inout Profile, key: Int64) throws -> FeedChange {
    let rev = try advancePrivateFeed(of: key)
    profile.rev = rev.to
    try connection.run(
      """
      UPDATE users SET name = ?, foldedName = ?, photo = ?, timeZone = ?, locale = ?, language = ?,
        workspaceRole = ?, profileRev = ? WHERE key = ?
      """, .text(profile.name), .text(ProfileRows.folded(profile.name)), .optional(profile.photo),
      .optional(profile.timeZone), .optional(profile.locale), .optional(profile.language),
      .text(profile.workspaceRole.rawValue), .integer(rev.to), .integer(key))
    let delta = FeedDelta(feed: .me, fromRev: rev.from, toRev: rev.to, profile: profile)
    return .delta(delta, audience: [profile.id])
  }
}
