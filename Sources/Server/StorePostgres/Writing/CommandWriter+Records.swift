import Domain
import ServerCore

extension CommandWriter {
  func eraseRecords(_ selection: RecordSelection) throws {
    let ofUser = "account = (SELECT key FROM users WHERE id = ?)"
    let about = "key IN (SELECT record FROM recordConversations WHERE conversation = ?)"
    switch selection {
    case .one(let user, let collection, let id):
      try eraseRecords("\(ofUser) AND collection = ? AND id = ?", .id(user), .text(collection.rawValue), .text(id))
    case .all(let user, let collection):
      try eraseRecords("\(ofUser) AND collection = ?", .id(user), .text(collection.rawValue))
    case .of(let user): try eraseRecords(ofUser, .id(user))
    case .expired(let time): try eraseRecords("expiresAt IS NOT NULL AND expiresAt <= ?", .time(time))
    case .restingOn(let place):
      try eraseRecords("key IN (SELECT record FROM recordSources WHERE position = ?)", .integer(place.position))
    case .about(let conversation, nil): try eraseRecords(about, .integer(conversation.key))
    case .about(let conversation, let user?):
      try eraseRecords("\(ofUser) AND \(about)", .id(user), .integer(conversation.key))
    }
  }

  /// `condition` is over the table's columns.
  private func eraseRecords(_ condition: String, _ values: PostgresValue...) throws {
    try connection.queue("DELETE FROM records WHERE \(condition)", values)
  }

  func insert(
    _ record: PrivateRecord, of account: Int64, tokens: Int, sources: [MessagePlace],
    conversations: [LoadedConversation]
  ) throws {
    try connection.queue(
      """
      INSERT INTO records (account, collection, id, createdAt, expiresAt, tokens, body) VALUES (?, ?, ?, ?, ?, ?, ?)
      """, .integer(account), .text(record.collection.rawValue), .text(record.id), .time(record.createdAt),
      .time(record.expiresAt), .integer(Int64(tokens)), .bytes(record.body))
    let key = try connection.integer(
      "SELECT key FROM records WHERE account = ? AND collection = ? AND id = ?", .integer(account),
      .text(record.collection.rawValue), .text(record.id))
    for source in sources {
      try connection.queue(
        "INSERT INTO recordSources (position, record) VALUES (?, ?)", .integer(source.position), .integer(key))
    }
    for conversation in conversations {
      try connection.queue(
        "INSERT INTO recordConversations (conversation, record) VALUES (?, ?)", .integer(conversation.key),
        .integer(key))
    }
  }
}
