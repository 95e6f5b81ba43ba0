import Domain
import ServerCore

extension CommandWriter {
  /// Erases who the user was and takes them out of every group; what they wrote stays.
  func deleteAccount(_ user: UserID, at time: Timestamp) throws -> CommandAnswer {
    let account = try account(user)
    let left = Rules.Accounts.erased(account)
    try markErased()
    try connection.run(
      """
      UPDATE users SET name = ?1, foldedName = '', email = NULL, passwordHash = NULL, photo = NULL, timeZone = NULL,
        locale = NULL, language = NULL, lastSeenAt = NULL, isDisabled = 1, deletedAt = ?2, rev = ?3, profileRev = ?3
      WHERE key = ?4
      """, .text(left.name), .time(time), .integer(left.rev), .integer(account.number))
    try connection.run("DELETE FROM settings WHERE user = ?", .integer(account.number))
    try eraseRecords("user = ?", .integer(account.number))
    var answer = CommandAnswer.done
    // Groups left before are among them: the name goes from their tombstones too.
    for conversation in try conversations(of: account.number, includingFormer: true) {
      guard let cached = try cache.conversation(conversation) else { continue }
      answer.changes += try save(Rules.Members.erase(user, from: cached.state, at: time), in: cached).changes
    }
    answer.changes += try end(Rules.Sessions.endAll(openSessions(of: account.number)), at: time)
    return answer
  }
}
