import Domain
import ServerCore

extension MemoryStore: ExportStore {
  package func exportedWorkspace() throws -> Workspace { try workspace() }

  package func exportedPeople(after user: UserID?, limit: Int) throws -> [ExportedPerson] {
    read { data in
      let start = user.flatMap { data.numbers[$0] }.map { Int($0) + 1 } ?? 0
      return data.accounts.dropFirst(start).prefix(limit).map(\.stored).map {
        ExportedPerson(profile: $0.profile, isDisabled: $0.isDisabled, isDeleted: $0.isDeleted)
      }
    }
  }

  package func exportedConversations(
    after conversation: ConversationID?, limit: Int
  ) throws -> [ExportedConversation] {
    read { data in
      let start = data.rooms.firstIndex { $0.state.id == conversation }.map { $0 + 1 } ?? 0
      return data.rooms.dropFirst(start).prefix(limit).map(\.state).map {
        ExportedConversation(row: $0.row, members: $0.members.map(\.row), lastSeq: $0.lastSeq)
      }
    }
  }

  package func exportedMessages(of conversation: ConversationID, after seq: Int64, limit: Int) throws -> [Message] {
    read { data in
      guard let room = data.room(conversation) else { return [] }
      return Array(data.entries(of: room).map(\.message).filter { $0.seq > seq }.prefix(limit))
    }
  }

  package func exportedInsights(of conversation: ConversationID, after insight: Insight?, limit: Int) throws
    -> [Insight]
  {
    read { data in
      guard let room = data.room(conversation) else { return [] }
      let places = Dictionary(
        data.insights(of: room.state).enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
      func place(_ insight: Insight) -> (Int64, Int) { (insight.rev, places[insight.id] ?? 0) }
      let found = data.insights(of: room.state).filter { other in
        other.status != .withdrawn && (insight.map { place($0) < place(other) } ?? true)
      }
      return Array(found.sorted { place($0) < place($1) }.prefix(limit))
    }
  }

  package func exportedFile(_ file: AttachmentID) throws -> StoredFile? {
    read { $0.file(file) }.flatMap { $0.isComplete ? $0 : nil }
  }
}
