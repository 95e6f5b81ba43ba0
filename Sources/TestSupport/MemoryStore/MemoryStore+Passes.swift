import Domain
import ServerCore

extension MemoryData {
  func passState(of conversation: LoadedConversation) -> PassState { passes[conversation.key] ?? PassState() }
  func save(_ state: PassState, of conversation: LoadedConversation) { passes[conversation.key] = state }

  fileprivate func waits(_ room: LoadedConversation, _ rule: PassRule, at now: Timestamp) -> Bool {
    let state = passState(of: room)
    let new = entries(of: room).filter { $0.message.seq > state.seq }
    guard let newest = new.last, room.state.row.isIntelligenceOn else { return false }
    guard state.lease == nil || state.leasedUntil <= now, state.notBefore <= now else { return false }
    guard newest.message.createdAt <= rule.quietSince || Int64(new.count) >= rule.many else { return false }
    return new.allSatisfy { $0.due?.at == nil }
  }
}

extension MemoryStore {
  package func passState(of conversation: ConversationID) throws -> PassState {
    try read { data in data.passState(of: try data.known(conversation)) }
  }

  package func waitingPasses(_ rule: PassRule, at now: Timestamp, limit: Int) throws -> [WaitingPass] {
    read { data in
      data.rooms.filter { data.waits($0, rule, at: now) }
        .sorted { (data.passState(of: $0).leasedUntil, $0.key) < (data.passState(of: $1).leasedUntil, $1.key) }
        .prefix(max(0, limit)).map { room in
          WaitingPass(
            conversation: room.state.id, kind: room.state.row.kind, state: data.passState(of: room),
            lastSeq: room.state.lastSeq)
        }
    }
  }
}
