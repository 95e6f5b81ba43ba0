import Domain
import Foundation
import ServerCore
import WireProtocol

extension MemoryStore: IntelligenceStore {
  // MARK: Pipeline

  package func dueMessages(at now: Timestamp, limit: Int) throws -> [DueMessage] {
    read { data in
      data.messages.filter { $0.due?.at.map { $0 <= now } ?? false }.prefix(max(0, limit)).compactMap(data.due)
    }
  }

  package func pipelineProgress() throws -> PipelineProgress {
    read { data in
      let due = data.messages.compactMap(\.due)
      let live = due.filter { $0.at != nil }
      return PipelineProgress(
        due: live.count, postponed: live.count { $0.failures > 0 }, dead: due.count - live.count)
    }
  }

  package func deadMessages(limit: Int) throws -> [DeadMessage] {
    read { data in
      data.messages.compactMap { entry in
        guard let due = entry.due, due.at == nil else { return nil }
        return DeadMessage(
          conversation: entry.conversation, message: entry.message.id, reason: due.reason, failures: due.failures)
      }.prefix(max(0, limit)).map { $0 }
    }
  }

  package func messages(of conversation: ConversationID, before seq: Int64, limit: Int) throws -> [Message] {
    try read { data in
      let before = try data.messages(of: data.room(conversation)).filter { $0.seq < seq && !$0.isDeleted }
      return Array(before.suffix(max(0, limit)))
    }
  }

  package func presentMembers(of conversation: ConversationID) throws -> [Member] {
    try read { try $0.room(conversation).state.members.map(\.row).filter(\.isPresent) }
  }

  package func standingInsights(of message: MessageID, in conversation: ConversationID) throws -> [StandingInsight] {
    read { data in
      data.standing(of: message, in: conversation).map { insight in
        let sources = insight.citations.dropFirst().compactMap { data.message($0, in: conversation)?.message }
        return StandingInsight(insight: insight, sources: sources.filter { !$0.isDeleted }.sorted { $0.seq < $1.seq })
      }
    }
  }

  package func vectors(of conversation: ConversationID, embedder: String, after seq: Int64) throws -> VectorBlock {
    try block(of: conversation, after: seq) { $0.vector?.model == embedder ? $0.vector?.bytes : nil }
  }

  package func remoteVectors(
    of conversation: ConversationID, model: String, width: Int, after seq: Int64
  ) throws -> VectorBlock {
    try block(of: conversation, after: seq) {
      $0.remote?.model == model && $0.remote?.bytes.count == width ? $0.remote?.bytes : nil
    }
  }

  private func block(
    of conversation: ConversationID, after seq: Int64, _ bytes: (MemoryData.Entry) -> [UInt8]?
  ) throws -> VectorBlock {
    try read { data in
      let found = try data.room(conversation).ordinals.map { data.messages[$0] }.filter { $0.message.seq > seq }
        .compactMap { entry in bytes(entry).map { (entry.message.seq, $0) } }
      return VectorBlock(seqs: found.map(\.0), bytes: found.flatMap(\.1))
    }
  }

  package func messagesWithoutVector(
    of model: String, width: Int, leavingOut conversations: Set<ConversationID>, limit: Int
  ) throws -> [DueMessage] {
    read { data in
      data.messages.dropFirst().reversed().filter { entry in
        let has = entry.remote.map { $0.model == model && (width == 0 || $0.bytes.count == width) } ?? false
        return !has && !entry.message.isDeleted && !conversations.contains(entry.conversation)
          && data.rooms[entry.conversation]?.state.row.isIntelligenceOn == true
      }.prefix(max(0, limit)).compactMap(data.due)
    }
  }

  // MARK: For an asker

  package func outlines(for asker: UserID) throws -> [ConversationOutline] {
    read { data in data.rooms(of: asker).compactMap { data.outline(of: $0, for: asker) } }
  }

  package func outline(of conversation: ConversationID, for asker: UserID) throws -> ConversationOutline {
    try read { data in
      guard let outline = data.outline(of: try data.room(conversation, .askIntelligence, asker), for: asker) else {
        throw Refusal.notFound
      }
      return outline
    }
  }

  package func transcript(
    of conversation: ConversationID, for asker: UserID, from: Int64, to: Int64, since: Timestamp?, limit: Int
  ) throws -> [PlacedMessage] {
    try read { data in
      try data.room(conversation, .askIntelligence, asker).ordinals.filter { ordinal in
        let message = data.messages[ordinal].message
        return message.seq >= from && message.seq <= to && !message.isDeleted
          && message.createdAt >= since ?? message.createdAt
      }.suffix(max(0, limit)).map { data.placed($0) }
    }
  }

  package func messages(
    at places: [(conversation: ConversationID, seq: Int64)], for asker: UserID
  ) throws -> [PlacedMessage] {
    read { data in
      places.compactMap { place in
        guard let room = data.rooms[place.conversation], room.state.presentMember(asker) != nil, place.seq > 0,
          place.seq <= room.state.lastSeq
        else { return nil }
        return data.placed(room.ordinals[Int(place.seq) - 1])
      }.filter { !$0.message.isDeleted }
    }
  }

  package func messages(_ ids: [MessageID], for asker: UserID) throws -> [PlacedMessage] {
    read { data in
      ids.compactMap { data.ordinals[$0] }.map { data.placed($0) }.filter {
        data.rooms[$0.conversation]?.state.presentMember(asker) != nil && !$0.message.isDeleted
      }
    }
  }

  package func keywordMatches(_ query: SearchQuery, for asker: UserID, limit: Int) throws -> [PlacedMessage] {
    let search = MemorySearch(query)
    guard !search.matchesNothing else { return [] }
    return read { data in
      let found = data.matches(search, for: asker, any: true)
      guard !search.terms.isEmpty else { return found.prefix(max(0, limit)).map { data.placed($0) } }
      let total = data.rooms(of: asker).reduce(0) { $0 + $1.ordinals.count }
      let scores = search.scores(of: found.map { data.messages[$0].message.text }, among: total)
      return zip(found, scores).sorted { ($0.1, $0.0) > ($1.1, $1.0) }.prefix(max(0, limit)).map { ordinal, score in
        data.placed(ordinal, snippet: search.snippet(of: data.messages[ordinal].message.text), score: score)
      }
    }
  }

  package func conversations(matching query: SearchQuery, for asker: UserID) throws -> [ConversationID] {
    read { data in
      data.rooms(of: asker).filter { data.isNamed($0, query.conversations, for: asker) }.map(\.state.id)
    }
  }

  package func incoming(
    for asker: UserID, unreadOnly: Bool, since: Timestamp, limit: Int
  ) throws -> [PlacedMessage] {
    read { data in
      data.rooms(of: asker).filter(\.state.row.isIntelligenceOn).flatMap { room in
        let mine = room.state.presentMember(asker)?.row
        let seen = unreadOnly ? max(mine?.readSeq ?? 0, mine?.joinSeq ?? 0) : 0
        return room.ordinals.filter { ordinal in
          let message = data.messages[ordinal].message
          return message.seq > seen && message.sender != asker && !message.isDeleted && message.createdAt >= since
        }
      }.sorted(by: >).prefix(max(0, limit)).map { data.placed($0) }
    }
  }

  package func insights(_ filter: InsightFilter, for asker: UserID) throws -> [PlacedInsight] {
    let words = (filter.query ?? "").split(whereSeparator: \.isWhitespace).map { MemorySearch.folded(String($0)) }
    return try read { data in
      if let conversation = filter.conversation { _ = try data.room(conversation, .read, asker) }
      return data.insights.enumerated().filter { _, placed in
        let row = placed.insight
        let texts = ([row.text, row.context ?? ""] + row.tags).map(MemorySearch.folded)
        guard data.rooms[placed.conversation]?.state.presentMember(asker) != nil,
          placed.conversation == filter.conversation ?? placed.conversation, row.kind == filter.kind ?? row.kind,
          (filter.statuses ?? [.open, .done, .dismissed]).contains(row.status),
          filter.owner == nil || row.owner == filter.owner, row.createdAt >= filter.after ?? row.createdAt
        else { return false }
        if let before = filter.before, row.createdAt >= before { return false }
        return words.allSatisfy { word in texts.contains { $0.contains(word) } }
      }.sorted { ($0.element.insight.createdAt, $0.offset) > ($1.element.insight.createdAt, $1.offset) }
        .prefix(max(0, filter.limit)).map(\.element)
    }
  }

  package func insight(_ id: InsightID, in conversation: ConversationID, for asker: UserID) throws -> Insight {
    try read { data in
      _ = try data.room(conversation, .read, asker)
      guard let found = data.insights(of: conversation).first(where: { $0.id == id }), found.status != .withdrawn
      else { throw Refusal.notFound }
      return found
    }
  }

  // MARK: Private records

  package func record(_ collection: PrivateRecord.Collection, id: String, of user: UserID) throws -> PrivateRecord? {
    records(collection, of: user).first { $0.id == id }
  }

  package func records(
    _ collection: PrivateRecord.Collection, of user: UserID, at now: Timestamp, limit: Int
  ) throws -> [PrivateRecord] {
    let living = records(collection, of: user).filter { $0.expiresAt.map { $0 > now } ?? true }
    return Array(living.reversed().sorted { $0.createdAt > $1.createdAt }.prefix(max(0, limit)))
  }

  package func recordCount(_ collection: PrivateRecord.Collection, of user: UserID, since: Timestamp) throws -> Int {
    records(collection, of: user).count { $0.createdAt >= since }
  }

  package func requestTimes(of user: UserID, since: Timestamp, limit: Int) throws -> [Timestamp] {
    let made = try records(.ledger, of: user).filter { record in
      try record.createdAt >= since && !LedgerEntry(json: record.body).isCached
    }
    return Array(made.map(\.createdAt).sorted(by: >).prefix(max(0, limit)))
  }

  package func tokensUsed(since: Timestamp) throws -> Int {
    read { $0.records.filter { $0.record.createdAt >= since }.reduce(0) { $0 + $1.tokens } }
  }

  package func tokensUsed(by user: UserID, since: Timestamp) throws -> Int {
    read { data in
      data.records.filter {
        $0.record.user == user && $0.record.collection == .ledger && $0.record.createdAt >= since
      }.reduce(0) { $0 + $1.tokens }
    }
  }

  private func records(_ collection: PrivateRecord.Collection, of user: UserID) -> [PrivateRecord] {
    read { data in data.records.map(\.record).filter { $0.user == user && $0.collection == collection } }
  }
}

extension MemoryData {
  fileprivate func due(_ entry: Entry) -> DueMessage? {
    rooms[entry.conversation].map { room in
      DueMessage(
        conversation: entry.conversation, kind: room.state.row.kind, message: entry.message,
        failures: entry.due?.failures ?? 0, starts: entry.due?.starts ?? 0)
    }
  }

  fileprivate func placed(_ ordinal: Int, snippet: String? = nil, score: Double = 0) -> PlacedMessage {
    let entry = messages[ordinal]
    return PlacedMessage(
      conversation: entry.conversation, message: entry.message, snippet: snippet, keywordScore: score,
      signals: entry.signals)
  }

  fileprivate func outline(of room: Room, for asker: UserID) -> ConversationOutline? {
    let state = room.state
    guard let mine = state.presentMember(asker)?.row else { return nil }
    return ConversationOutline(
      conversation: state.row, members: state.members.map(\.row).filter(\.isPresent), mine: mine,
      settings: accounts[asker]?.settings[state.id], rev: state.rev, lastSeq: state.lastSeq,
      membershipVersion: room.membershipVersion, isIntelligenceOn: state.row.isIntelligenceOn)
  }
}
