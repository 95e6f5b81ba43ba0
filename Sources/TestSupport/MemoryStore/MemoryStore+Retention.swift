import Domain
import ServerCore

extension MemoryData {
  func retention() -> Retention { savedRetention }
  func save(_ retention: Retention) { savedRetention = retention }

  func retention(of conversation: LoadedConversation) -> RetentionState {
    retentionStates[conversation.key] ?? RetentionState()
  }

  func save(_ state: RetentionState, of conversation: LoadedConversation) {
    retentionStates[conversation.key] = state
  }

  func isHeld(_ account: Int64) -> Bool { heldAccounts.contains(account) }

  func saveHold(_ isHeld: Bool, of account: Int64) {
    if isHeld { heldAccounts.insert(account) } else { heldAccounts.remove(account) }
  }

  func messages(in conversation: LoadedConversation, after seq: Int64, limit: Int) -> [AgingMessage] {
    entries(of: conversation).filter { $0.message.seq > seq }.prefix(limit).map { entry in
      AgingMessage(
        id: entry.message.id, seq: entry.message.seq, createdAt: entry.message.createdAt,
        isDeleted: entry.message.isDeleted, isHeld: isHeld(entry.author))
    }
  }
}

extension MemoryStore: RetentionStore {
  package func retention() throws -> RetentionOverview {
    read { data in
      RetentionOverview(
        days: data.savedRetention.days,
        conversations: data.rooms.compactMap { room in
          let state = data.retention(of: room)
          guard state.own != nil || state.isHeld else { return nil }
          let row = room.state.row
          return ConversationRetention(
            conversation: row.id, kind: row.kind, name: row.name, days: state.own?.days, isHeld: state.isHeld)
        },
        people: data.heldAccounts.sorted().map { data.accounts[Int($0)].stored.user })
    }
  }

  package func retention(of conversation: ConversationID, for asker: UserID) throws -> Retention {
    try read { data in
      let room = try data.room(conversation, .read, asker)
      return Rules.Retentions.effective(data.retention(of: room).own, in: data.savedRetention)
    }
  }

  package func agingConversations() throws -> [AgingConversation] {
    read { data in
      data.rooms.compactMap { room in
        let state = data.retention(of: room)
        guard let next = data.messages(in: room, after: state.sweptSeq, limit: 1).first else { return nil }
        return AgingConversation(id: room.state.id, state: state, oldest: next.createdAt)
      }
    }
  }
}
