import Domain
import ServerCore

extension CommandWriter {
  func passState(of conversation: LoadedConversation) throws -> PassState {
    try PassRows.state(of: conversation.key, on: connection)
  }

  func save(_ state: PassState, of conversation: LoadedConversation) throws {
    try connection.run(
      """
      INSERT OR REPLACE INTO passes (conversation, seq, lease, leasedUntil, failures, notBefore)
      VALUES (?, ?, ?, ?, ?, ?)
      """, .integer(conversation.key), .integer(state.seq), .id(state.lease), .time(state.leasedUntil),
      .integer(Int64(state.failures)), .time(state.notBefore))
  }
}
