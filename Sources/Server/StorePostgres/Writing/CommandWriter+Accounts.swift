import Domain
import ServerCore

extension CommandWriter {
  func account(of user: UserID) throws -> AccountState? {
    try connection.first(
      "SELECT \(ProfileRows.columns), \(AccountColumn.list) FROM users WHERE id = ? AND deletedAt IS NULL", .id(user),
      map: ProfileRows.state)
  }

  func isInUse(address: String, id: UserID) throws -> Bool {
    try connection.integer("SELECT count(*) FROM users WHERE email = ? OR id = ?", .text(address), .id(id)) > 0
  }

  func holder(ofAddress email: String) throws -> Int64? {
    try connection.first("SELECT key FROM users WHERE email = ?", .text(email)) { $0.integer(.only) }
  }

  func hasActiveAccount(besides account: Int64, role: WorkspaceRole?) throws -> Bool {
    try connection.integer(
      """
      SELECT EXISTS (
        SELECT 1 FROM users
        WHERE workspaceRole = coalesce(?, workspaceRole) AND isDisabled = 0 AND deletedAt IS NULL AND key <> ?)
      """, .optional(role?.rawValue), .integer(account)) == 1
  }

  func insert(_ profile: Profile, of account: NewAccount) throws {
    try connection.queue(
      """
      INSERT INTO users (id, email, name, foldedName, timeZone, locale, language, passwordHash, workspaceRole,
        disabledFeatures, isDisabled, createdAt, rev, profileRev, emailVerifiedAt)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, .id(profile.id), .text(profile.email), .text(profile.name), .text(SearchTerms.folded(profile.name)),
      .optional(profile.timeZone), .optional(profile.locale), .optional(profile.language),
      .optional(account.record.passwordHash), .text(profile.workspaceRole.rawValue), .list(profile.disabledFeatures),
      .flag(account.record.isDisabled),
      .time(profile.createdAt), .integer(profile.rev), .integer(profile.rev), .time(profile.emailVerifiedAt))
  }

  func save(_ profile: Profile, of account: AccountState) throws {
    try connection.queue(
      """
      UPDATE users SET name = ?1, foldedName = ?2, photo = ?3, timeZone = ?4, locale = ?5, language = ?6,
        workspaceRole = ?7, disabledFeatures = ?10, sendsEvents = ?11, email = ?12, emailVerifiedAt = ?13, rev = ?8,
        profileRev = ?8
      WHERE key = ?9
      """, .text(profile.name), .text(SearchTerms.folded(profile.name)), .optional(profile.photo),
      .optional(profile.timeZone), .optional(profile.locale), .optional(profile.language),
      .text(profile.workspaceRole.rawValue), .integer(profile.rev), .integer(account.number),
      .list(profile.disabledFeatures), .flag(profile.sendsEvents), .text(profile.email), .time(profile.emailVerifiedAt))
  }

  func savePassword(_ hash: String, of account: Int64) throws {
    try connection.queue("UPDATE users SET passwordHash = ? WHERE key = ?", .text(hash), .integer(account))
  }

  func saveDisabled(_ isDisabled: Bool, of account: Int64) throws {
    try connection.queue("UPDATE users SET isDisabled = ? WHERE key = ?", .flag(isDisabled), .integer(account))
  }

  func erase(_ account: AccountState, leaving profile: Profile, at time: Timestamp) throws {
    try connection.queue(
      """
      UPDATE users SET name = ?1, foldedName = '', email = NULL, passwordHash = NULL, photo = NULL, timeZone = NULL,
        locale = NULL, language = NULL, lastSeenAt = NULL, emailVerifiedAt = NULL, invitation = NULL, sendsEvents = 1,
        isDisabled = 1, deletedAt = ?2,
        rev = ?3, profileRev = ?3
      WHERE key = ?4
      """, .text(profile.name), .time(time), .integer(profile.rev), .integer(account.number))
    for table in ["settings", "reminders", "opinions", "digestPlans", "priorityMarks", "priorityReviews"] {
      try connection.queue("DELETE FROM \(table) WHERE account = ?", .integer(account.number))
    }
    try connection.queue("DELETE FROM identities WHERE account = ?", .integer(account.number))
    try connection.queue("DELETE FROM mails WHERE recipient = ?", .text(account.profile.email))
    try connection.queue("UPDATE invitations SET email = NULL WHERE email = ?", .text(account.profile.email))
    try connection.queue("DELETE FROM crashPeople WHERE account = ?", .integer(account.number))
    try connection.queue("DELETE FROM exposures WHERE account = ?", .integer(account.number))
    try connection.queue("DELETE FROM pushDevices WHERE account = ?", .integer(account.number))
    try connection.queue("DELETE FROM pushAttempts WHERE account = ?", .integer(account.number))
  }

  func touchLastSeen(_ user: UserID, at time: Timestamp) throws {
    try connection.queue(
      """
      UPDATE users SET lastSeenAt = ?1 WHERE id = ?2 AND deletedAt IS NULL AND coalesce(lastSeenAt, 0) < ?1
      """, .time(time), .id(user))
  }

  func conversations(of account: Int64, includingFormer: Bool) throws -> [LoadedConversation] {
    let ids: [ConversationID] = try connection.all(
      """
      SELECT c.id AS id FROM members m JOIN conversations c ON c.key = m.conversation
      WHERE m.account = ?1 AND (?2 = 1 OR m.leftAt IS NULL) ORDER BY c.key
      """, .integer(account), .flag(includingFormer)
    ) { try $0.id("id") }
    return try ids.compactMap { try cache.conversation($0, on: connection) }
  }

  func conversationCount(of account: Int64, upTo limit: Int) throws -> Int {
    Int(
      try connection.integer(
        "SELECT count(*) FROM (SELECT 1 FROM members WHERE account = ? AND leftAt IS NULL LIMIT ?) rooms",
        .integer(account),
        .integer(Int64(limit))))
  }

  func groupCount(of account: Int64, madeBy maker: UserID) throws -> Int {
    Int(
      try connection.integer(
        """
        SELECT count(*) FROM members m JOIN conversations c ON c.key = m.conversation
          JOIN users u ON u.key = c.createdBy
        WHERE m.account = ? AND m.leftAt IS NULL AND c.first IS NULL AND u.id = ?
        """, .integer(account), .id(maker)))
  }

  func settings(of account: Int64, in conversation: LoadedConversation) throws -> ConversationSettings? {
    try connection.first(
      "SELECT \(SettingsColumn.list) FROM settings s WHERE s.account = ? AND s.conversation = ?", .integer(account),
      .integer(conversation.key)
    ) { SettingsRows.settings($0, conversation: conversation.state.id) }
  }

  func save(_ settings: ConversationSettings, of account: Int64, in conversation: LoadedConversation) throws {
    try connection.queue("UPDATE users SET rev = ? WHERE key = ?", .integer(settings.rev), .integer(account))
    try connection.queue(
      """
      INSERT INTO settings (account, conversation, rev, muted, mutedUntil, archived, pinned, archivedAt)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (account, conversation) DO UPDATE SET rev = excluded.rev, muted = excluded.muted,
        mutedUntil = excluded.mutedUntil, archived = excluded.archived, pinned = excluded.pinned, archivedAt
        = excluded.archivedAt
      """, .integer(account), .integer(conversation.key), .integer(settings.rev), .flag(settings.muted),
      .time(settings.mutedUntil), .flag(settings.archived), .flag(settings.pinned), .time(settings.archivedAt))
  }
}
