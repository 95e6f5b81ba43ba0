import ServerCore

/// The tables of a workspace, described once for both databases: what a move copies. Whatever else
/// a database has it derives from these. Rows refer to those of tables that stand before.
enum MovedTables {
  static let all = [
    table(
      "users", "key",
      """
      id email name foldedName photo timeZone locale language passwordHash workspaceRole isDisabled createdAt \
      deletedAt lastSeenAt rev profileRev invitation disabledFeatures sendsEvents emailVerifiedAt
      """),
    table("sessions", "id", "account device createdAt lastSeenAt expiresAt endedAt"),
    table("refreshTokens", "hash", "session parent createdAt usedAt"),
    table("secrets", "name", "value"),
    table("identities", "issuer subject", "account linkedAt"),
    table("passwordResets", "account", "hash expiresAt"),
    table("emailChanges", "account", "hash email expiresAt"),
    table(
      "conversations", "key",
      """
      id kind first second name photo createdAt createdBy rowRev rev lastSeq isIntelligenceOff membershipVersion \
      renamedAt renamedBy formerName
      """),
    table(
      "members", "conversation account", "rev role name photo joinedAt joinSeq deliveredSeq readSeq leftAt"),
    table("settings", "account conversation", "rev muted mutedUntil archived pinned archivedAt"),
    table(
      "files", "key",
      """
      id owner createdAt position number photoOfUser photoOfConversation kind name type size width height duration \
      preview wave alt digest
      """),
    table("removedFiles", "digest", ""),
    table("fileUsage", "", "total"),
    table(
      "messages", "position",
      """
      id sender ordinal postRev changedRev createdAt replyTo editCount editedAt deletedAt deletedBy attachmentCount text
      """),
    table("edits", "position number", "id at text"),
    table("postCounts", "account conversation block", "count"),
    table("fileTexts", "file", "length text", batch: 50),
    table("due", "ordinal", "position isNew dueAt failures reason starts"),
    table("vectors", "position", "embedder bytes"),
    table("remoteVectors", "position", "model width bytes"),
    table("signals", "position", "action decision scheduling urgency isQuestion urgentWords model"),
    table("passes", "conversation", "seq lease leasedUntil failures notBefore"),
    table(
      "insights", "key",
      """
      id conversation rev kind status owner ownerName dueAt dueText confidence model createdBy createdAt updatedAt \
      edited citations participants tags reason context text reportMessage reportSender reportText completedAt
      """),
    table("insightCitations", "position insight", "place"),
    table("records", "key", "account collection id createdAt expiresAt tokens body", batch: 200),
    table("recordSources", "position record", ""),
    table("recordConversations", "conversation record", ""),
    table(
      "reminders", "key", "id account rev kind state at text conversation message insight output dueAt createdAt"),
    table("opinions", "account id", "rev subject conversation message feedback model version createdAt"),
    table("digestPlans", "account", "days time inApp byMail day lease leasedUntil failures notBefore"),
    table("priorityMarks", "account message", "rev conversation seq reason isByModel until"),
    table("priorityReviews", "account", "at version"),
    table("workspace", "", "name registration domains collectsEvents retentionDays"),
    table(
      "invitations", "key",
      "id hash createdAt createdBy role conversations maximumUses uses expiresAt endedAt email"),
    table("retentions", "conversation", "days isHeld sweptSeq"),
    table("holds", "account", ""),
    table("rollouts", "feature", "percentage people isStopped"),
    table("exposures", "feature account", "isEnabled at"),
    table(
      "modelConnection", "key", "kind address model sealedKey keyEnding inputPrice outputPrice setBy setAt"),
    table("mails", "key", "id recipient subject text createdAt dueAt failures outcome detail"),
    table("pushDevices", "key", "session account service address publicKey secret environment createdAt"),
    table("pushProgress", "", "ordinal device"),
    table(
      "pushAttempts", "key",
      """
      id ordinal reminder remindedAt device session account service isUrgent createdAt dueAt startedAt failures \
      outcome detail
      """),
    table(
      "audit", "number",
      "at actor session addressHash address salt kind subject detail outcome before hash"),
    table("auditCheckpoint", "", "number hash"),
    table("crashes", "id", "platform kind name frames version count firstAt lastAt"),
    table("crashPeople", "crash account", ""),
    table("clientEvents", "day platform version kind bucket", "count waited"),
    table("history", "", "id"),
  ]

  private static func table(_ name: String, _ key: String, _ columns: String, batch: Int = 1_000) -> MovedTable {
    MovedTable(name, key: names(key), columns: names(columns), batch: batch)
  }

  private static func names(_ list: String) -> [String] {
    list.split(whereSeparator: \.isWhitespace).map(String.init)
  }
}
