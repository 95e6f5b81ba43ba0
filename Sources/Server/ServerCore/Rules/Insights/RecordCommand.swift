import Domain

/// About what the AI keeps for one user.
package enum RecordCommand: Sendable {
  /// Keeps or replaces `record` of its user.
  case put(PrivateRecord)
  case erase(user: UserID, collection: PrivateRecord.Collection, id: String)
  case eraseAll(user: UserID, collection: PrivateRecord.Collection)
  /// Erases what has expired by the command's time, of all users.
  case eraseExpired
}
