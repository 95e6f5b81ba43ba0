import Domain
import ServerCore

extension CommandWriter {
  func passState(of conversation: LoadedConversation) throws -> PassState {
    try PassRows.state(of: conversation.key, on: connection)
  }

  func save(_ state: PassState, of conversation: LoadedConversation) throws {
    try connection.write(
      """
      INSERT INTO passes (conversation, seq, lease, leasedUntil, failures, notBefore)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (conversation) DO UPDATE SET seq = excluded.seq, lease = excluded.lease, leasedUntil =
        excluded.leasedUntil, failures = excluded.failures, notBefore = excluded.notBefore
      """, .integer(conversation.key), .integer(state.seq), .id(state.lease), .time(state.leasedUntil),
      .integer(Int64(state.failures)), .time(state.notBefore))
  }
}
