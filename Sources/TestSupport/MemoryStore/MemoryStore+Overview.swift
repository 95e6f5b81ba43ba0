import Domain
import ServerCore
import WireProtocol

extension MemoryStore: OverviewStore {
  package func conversationOverviews(
    after conversation: ConversationID?, limit: Int
  ) throws -> [ConversationOverview] {
    read { data in
      let groups = data.rooms.map(\.state).filter { $0.row.kind == .group }
      let start = groups.firstIndex { $0.id == conversation }.map { $0 + 1 } ?? 0
      return groups[start...].prefix(max(0, limit)).map(data.overview)
    }
  }

  package func totals() throws -> WorkspaceTotals {
    read { data in
      let (all, active) = (data.allAccounts(), data.signedUp)
      let groups = data.rooms.filter { $0.state.row.kind == .group }
      return WorkspaceTotals(
        people: active.count, disabled: all.count - active.count, groups: groups.count,
        directConversations: data.rooms.count - groups.count, messages: data.entries.count,
        fileBytes: data.files.values.reduce(0) { $0 + $1.file.size }, mostFileBytes: data.limits.filesInAll,
        mostFileBytesEach: data.limits.filesPerUser)
    }
  }

  package func modelUses(since: Timestamp) throws -> [AIUse] {
    let uses = try read { data in
      try data.records.map(\.record).filter { $0.createdAt >= since && [.ledger, .indexing].contains($0.collection) }
        .map { record in
          let entry = try LedgerEntry(json: record.body)
          return AIUse(
            feature: entry.feature, model: entry.model, place: entry.place,
            requests: record.collection == .indexing ? entry.messagesSent : 1, cached: entry.isCached ? 1 : 0,
            inputTokens: entry.inputTokens, outputTokens: entry.outputTokens, cost: entry.cost)
        }
    }
    return Dictionary(grouping: uses) { [$0.feature, $0.model, $0.place] }.map { key, uses in
      func sum(_ path: KeyPath<AIUse, Int>) -> Int { uses.reduce(0) { $0 + $1[keyPath: path] } }
      let costs = uses.compactMap(\.cost)
      return AIUse(
        feature: key[0], model: key[1], place: key[2], requests: sum(\.requests), cached: sum(\.cached),
        inputTokens: sum(\.inputTokens), outputTokens: sum(\.outputTokens),
        cost: costs.count == uses.count ? costs.reduce(0, +) : nil)
    }.sorted { ($1.requests, $0.feature, $0.model, $0.place) < ($0.requests, $1.feature, $1.model, $1.place) }
  }

  package func ratings(since: Timestamp) throws -> [AIRating] {
    let rated = try read { data in
      let outputs = try data.records.map(\.record).filter { $0.createdAt >= since && $0.collection == .outputs }
        .map { try AIOutput(json: $0.body) }
      let opinions = data.savedOpinions.filter { $0.at >= since }
      return outputs.map { ([$0.kind.rawValue, $0.receipt.model, $0.receipt.version ?? ""], $0.feedback) }
        + opinions.map { ([$0.opinion.subject.rawValue, $0.origin.model, $0.origin.version], $0.opinion.feedback) }
    }
    return Dictionary(grouping: rated.filter { $0.1 != nil }) { $0.0 }.map { key, rated in
      AIRating(
        kind: key[0], model: key[1], version: key[2], helpful: rated.count { $0.1 == .helpful },
        unhelpful: rated.count { $0.1 == .unhelpful })
    }.sorted { ($0.kind, $0.model, $0.version) < ($1.kind, $1.model, $1.version) }
  }
}

extension MemoryData {
  fileprivate func overview(of state: ConversationState) -> ConversationOverview {
    let last = entries.last(where: { room(of: $0).id == state.id })
    return ConversationOverview(
      id: state.id, name: state.row.name ?? "", members: state.audience.count, messages: Int(state.lastSeq),
      createdAt: state.row.createdAt, lastMessageAt: last?.message.createdAt,
      isIntelligenceOn: state.row.isIntelligenceOn)
  }
}
