import Domain
import Foundation
import ServerCore

/// Everything of a workspace, for nobody in particular. Pages begin behind a row's key, so that
/// each costs the same.
struct ExportRows {
  let connection: SQLiteConnection

  func people(after user: UserID?, limit: Int) throws -> [ExportedPerson] {
    try connection.all(
      """
      SELECT \(ProfileRows.accountColumns) FROM users
      WHERE key > coalesce((SELECT key FROM users WHERE id = ?), 0) ORDER BY key LIMIT ?
      """, .id(user), .integer(Int64(limit))
    ) { row in
      let account = try ProfileRows.account(row)
      return ExportedPerson(
        profile: account.profile, isDisabled: account.isDisabled, isDeleted: account.isDeleted)
    }
  }

  func conversations(after conversation: ConversationID?, limit: Int) throws -> [ExportedConversation] {
    let found = try connection.all(
      """
      SELECT \(ConversationRows.columns) FROM \(ConversationRows.source)
      WHERE c.key > coalesce((SELECT key FROM conversations WHERE id = ?), 0) ORDER BY c.key LIMIT ?
      """, .id(conversation), .integer(Int64(limit))
    ) { (key: $0.integer("key"), row: try ConversationRows.conversation($0), lastSeq: $0.integer("lastSeq")) }
    return try found.map { found in
      ExportedConversation(
        row: found.row,
        members: try connection.all(
          "SELECT \(MemberRows.columns) FROM \(MemberRows.source) WHERE m.conversation = ?", .integer(found.key),
          map: MemberRows.member), lastSeq: found.lastSeq)
    }
  }

  func messages(of conversation: ConversationID, after seq: Int64, limit: Int) throws -> [Message] {
    guard let key = try key(conversation) else { return [] }
    var messages = try connection.all(
      """
      SELECT \(MessageRows.columns) FROM \(MessageRows.source)
      WHERE m.position > ? AND m.position < ? ORDER BY m.position LIMIT ?
      """, .integer(MessageRows.position(conversation: key, seq: seq)),
      .integer(MessageRows.position(conversation: key + 1, seq: 0)), .integer(Int64(limit)), map: MessageRows.message)
    try MessageRows.addDetails(to: &messages, conversation: key, on: connection)
    return messages
  }

  func insights(of conversation: ConversationID, after insight: Insight?, limit: Int) throws -> [Insight] {
    guard let key = try key(conversation) else { return [] }
    return try connection.all(
      """
      SELECT \(InsightRows.columns) FROM insights i
      WHERE i.conversation = ?1 AND i.status <> 'withdrawn'
        AND (i.rev, i.key) > (?2, coalesce((SELECT key FROM insights WHERE id = ?3), 0))
      ORDER BY i.rev, i.key LIMIT ?4
      """, .integer(key), .integer(insight?.rev ?? 0), .id(insight?.id), .integer(Int64(limit)),
      map: InsightRows.insight)
  }

  func file(_ file: AttachmentID) throws -> StoredFile? {
    try connection.first(
      "SELECT \(FileRows.columns) FROM files f WHERE f.id = ? AND f.digest IS NOT NULL", .id(file), map: FileRows.file)
  }

  private func key(_ conversation: ConversationID) throws -> Int64? {
    try connection.first("SELECT key FROM conversations WHERE id = ?", .id(conversation)) { $0.integer(.only) }
  }
}

extension SQLiteStore: ExportStore {
  package func exportedWorkspace() throws -> Workspace { try workspace() }

  package func exportedPeople(after user: UserID?, limit: Int) throws -> [ExportedPerson] {
    try read { try ExportRows(connection: $0).people(after: user, limit: limit) }
  }

  package func exportedConversations(
    after conversation: ConversationID?, limit: Int
  ) throws -> [ExportedConversation] {
    try read { try ExportRows(connection: $0).conversations(after: conversation, limit: limit) }
  }

  package func exportedMessages(of conversation: ConversationID, after seq: Int64, limit: Int) throws -> [Message] {
    try read { try ExportRows(connection: $0).messages(of: conversation, after: seq, limit: limit) }
  }

  package func exportedInsights(of conversation: ConversationID, after insight: Insight?, limit: Int) throws
    -> [Insight]
  {
    try read { try ExportRows(connection: $0).insights(of: conversation, after: insight, limit: limit) }
  }

  package func exportedFile(_ file: AttachmentID) throws -> StoredFile? {
    try read { try ExportRows(connection: $0).file(file) }
  }
}

/// A store that is only read, and that a server may have open meanwhile.
package final class SQLiteExportSource: ExportStore {
  private let readers: ReaderPool

  /// Throws a `StoreFileError` for a file that is not there, is not ours, or has the tables of
  /// another version.
  package init(path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else {
      throw StoreFileError.notUsable(path, "it does not exist")
    }
    readers = ReaderPool(path: path, limit: 1)
    do {
      try readers.read { connection in
        guard try connection.integer("PRAGMA application_id") == Int64(Schema.applicationID) else {
          throw StoreFileError.foreign(path)
        }
        let version = try connection.integer("PRAGMA user_version")
        guard version <= Schema.version else { throw StoreFileError.newer(path) }
        guard try !StoreFile.isUnfinished(connection) else { throw StoreFileError.unfinished(path) }
        guard version == Schema.version else {
          throw StoreFileError.notUsable(path, "its tables are of an older version: start a server of this one first")
        }
      }
    } catch let failure as SQLiteFailure {
      throw StoreFileError.damaged(path, failure.message)
    }
  }

  package func close() { readers.close() }

  package func exportedWorkspace() throws -> Workspace { try readers.read(WorkspaceRows.workspace) }

  package func exportedPeople(after user: UserID?, limit: Int) throws -> [ExportedPerson] {
    try readers.read { try ExportRows(connection: $0).people(after: user, limit: limit) }
  }

  package func exportedConversations(
    after conversation: ConversationID?, limit: Int
  ) throws -> [ExportedConversation] {
    try readers.read { try ExportRows(connection: $0).conversations(after: conversation, limit: limit) }
  }

  package func exportedMessages(of conversation: ConversationID, after seq: Int64, limit: Int) throws -> [Message] {
    try readers.read { try ExportRows(connection: $0).messages(of: conversation, after: seq, limit: limit) }
  }

  package func exportedInsights(of conversation: ConversationID, after insight: Insight?, limit: Int) throws
    -> [Insight]
  {
    try readers.read { try ExportRows(connection: $0).insights(of: conversation, after: insight, limit: limit) }
  }

  package func exportedFile(_ file: AttachmentID) throws -> StoredFile? {
    try readers.read { try ExportRows(connection: $0).file(file) }
  }
}
