import Domain
import ServerCore
import WireProtocol

extension MemoryStore: IntelligenceStore {
  // MARK: Pipeline

  package func dueMessages(at now: Timestamp, limit: Int) throws -> [DueMessage] {
    read { data in
      data.entries.filter { $0.due?.at.map { $0 <= now } ?? false }.prefix(max(0, limit)).map(data.due)
    }
  }

  package func pipelineProgress() throws -> PipelineProgress {
    read { data in
      let due = data.entries.compactMap(\.due)
      let live = due.filter { $0.at != nil }
      return PipelineProgress(
        due: live.count, postponed: live.count { $0.failures > 0 }, dead: due.count - live.count)
    }
  }

  package func deadMessages(limit: Int) throws -> [DeadMessage] {
    read { data in
      data.entries.filter { $0.due.map { $0.at == nil } ?? false }.prefix(max(0, limit)).map { entry in
        DeadMessage(
          conversation: data.room(of: entry).id, message: entry.message.id, reason: entry.due?.reason ?? "",
          failures: entry.due?.failures ?? 0)
      }
    }
  }

  package func messages(of conversation: ConversationID, before seq: Int64, limit: Int) throws -> [Message] {
    let before = try entries(of: conversation).map(\.message).filter { $0.seq < seq && !$0.isDeleted }
    return Array(before.suffix(max(0, limit)))
  }

  package func presentMembers(of conversation: ConversationID) throws -> [Member] {
    try read { data in try data.conversation(conversation).state.members.map(\.row).filter(\.isPresent) }
  }

  package func previousInsights(of message: MessageID, in conversation: ConversationID) throws -> [PreviousInsight] {
    try read { data in
      let room = try data.conversation(conversation)
      guard let entry = data.entry(message), entry.place.conversation == room.key else { return [] }
      return data.insights(.previousInsights(entry.place), in: room).map { insight in
        let sources = insight.citations.dropFirst().compactMap { data.entry($0)?.message }.filter { !$0.isDeleted }
        return PreviousInsight(insight: insight, sources: sources.sorted { $0.seq < $1.seq })
      }
    }
  }

  package func vectors(of conversation: ConversationID, embedder: String, after seq: Int64) throws -> VectorBlock {
    try block(of: conversation, after: seq) { $0.vector?.model == embedder ? $0.vector?.bytes : nil }
  }

  package func remoteVectors(
    of conversation: ConversationID, model: String, width: Int, after seq: Int64
  ) throws -> VectorBlock {
    try block(of: conversation, after: seq) { entry in
      entry.remote.flatMap { $0.model == model && $0.bytes.count == width ? $0.bytes : nil }
    }
  }

  private func block(
    of conversation: ConversationID, after seq: Int64, _ bytes: (MemoryData.Entry) -> [UInt8]?
  ) throws -> VectorBlock {
    var block = VectorBlock(seqs: [], bytes: [])
    for entry in try entries(of: conversation) where entry.message.seq > seq {
      guard let bytes = bytes(entry) else { continue }
      block.seqs.append(entry.message.seq)
      block.bytes += bytes
    }
    return block
  }

  private func entries(of conversation: ConversationID) throws -> [MemoryData.Entry] {
    try read { data in data.entries(of: try data.conversation(conversation)) }
  }

  package func messagesWithoutVector(
    of model: String, width: Int, leavingOut conversations: Set<ConversationID>, limit: Int
  ) throws -> [DueMessage] {
    read { data in
      data.entries.reversed().filter { entry in
        let room = data.room(of: entry)
        let has = entry.remote.map { $0.model == model && (width == 0 || $0.bytes.count == width) } ?? false
        return !has && !entry.message.isDeleted && !conversations.contains(room.id) && room.row.isIntelligenceOn
      }.prefix(max(0, limit)).map(data.due)
    }
  }

  // MARK: For an asker

  package func outlines(for asker: UserID) throws -> [ConversationOutline] {
    read { data in data.rooms(of: asker).compactMap { data.outline(of: $0, for: asker) } }
  }

  package func outline(of conversation: ConversationID, for asker: UserID) throws -> ConversationOutline {
    try read { data in
      let room = try data.room(conversation, .askIntelligence, asker)
      guard let outline = data.outline(of: room, for: asker) else { throw Refusal.notFound }
      return outline
    }
  }

  package func transcript(
    of conversation: ConversationID, for asker: UserID, from: Int64, to: Int64, since: Timestamp?, limit: Int
  ) throws -> [PlacedMessage] {
    try read { data in
      let room = try data.room(conversation, .askIntelligence, asker)
      let found = data.visible(to: asker) { entry in
        entry.place.conversation == room.key && entry.message.seq >= from && entry.message.seq <= to
          && entry.message.createdAt >= since ?? entry.message.createdAt
      }
      return found.prefix(max(0, limit)).reversed().map { data.placed($0) }
    }
  }

  package func messages(
    at places: [(conversation: ConversationID, seq: Int64)], for asker: UserID
  ) throws -> [PlacedMessage] {
    read { data in
      let found = data.visible(to: asker) { entry in
        let id = data.room(of: entry).id
        return places.contains { $0.conversation == id && $0.seq == entry.message.seq }
      }
      return found.map { data.placed($0) }
    }
  }

  package func messages(_ ids: [MessageID], for asker: UserID) throws -> [PlacedMessage] {
    read { data in data.visible(to: asker) { ids.contains($0.message.id) }.map { data.placed($0) } }
  }

  package func incoming(
    for asker: UserID, unreadOnly: Bool, since: Timestamp, limit: Int
  ) throws -> [PlacedMessage] {
    read { data in
      let found = data.visible(to: asker) { entry in
        let room = data.room(of: entry)
        let mine = room.presentMember(asker)?.row
        let seen = unreadOnly ? max(mine?.readSeq ?? 0, mine?.joinSeq ?? 0) : 0
        return room.row.isIntelligenceOn && entry.message.seq > seen && entry.message.sender != asker
          && entry.message.createdAt >= since
      }
      return found.prefix(max(0, limit)).map { data.placed($0) }
    }
  }

  package func insights(_ filter: InsightFilter, for asker: UserID) throws -> [PlacedInsight] {
    try read { data in
      if let conversation = filter.conversation { _ = try data.room(conversation, .read, asker) }
      let (visible, isWanted) = (Set(data.rooms(of: asker).map(\.state.id)), filter.matching())
      let found = data.insights.enumerated().filter {
        visible.contains($0.element.conversation) && isWanted($0.element)
      }
      return found.sorted { ($0.element.insight.createdAt, $0.offset) > ($1.element.insight.createdAt, $1.offset) }
        .prefix(filter.most).map(\.element)
    }
  }

  package func insight(_ id: InsightID, in conversation: ConversationID, for asker: UserID) throws -> Insight {
    try read { data in
      _ = try data.room(conversation, .read, asker)
      guard let found = data.insight(id), found.conversation == conversation, found.insight.status != .withdrawn else {
        throw Refusal.notFound
      }
      return found.insight
    }
  }

  // MARK: Private records

  package func record(_ collection: PrivateRecord.Collection, id: String, of user: UserID) throws -> PrivateRecord? {
    records(collection, of: user).first { $0.record.id == id }?.record
  }

  package func records(
    _ collection: PrivateRecord.Collection, of user: UserID, at now: Timestamp, limit: Int
  ) throws -> [PrivateRecord] {
    let living = records(collection, of: user).map(\.record).filter { $0.expiresAt.map { $0 > now } ?? true }
    return Array(living.reversed().sorted { $0.createdAt > $1.createdAt }.prefix(max(0, limit)))
  }

  package func requestTimes(of user: UserID, since: Timestamp, limit: Int) throws -> [Timestamp] {
    let made = try records(.ledger, of: user, at: since, limit: .max).filter { record in
      try record.createdAt >= since && !LedgerEntry(json: record.body).isCached
    }
    return made.prefix(max(0, limit)).map(\.createdAt)
  }

  package func tokensUsed(since: Timestamp) throws -> Int {
    read { $0.records.filter { $0.record.createdAt >= since }.reduce(0) { $0 + $1.tokens } }
  }

  package func tokensUsed(by user: UserID, since: Timestamp) throws -> Int {
    records(.ledger, of: user).filter { $0.record.createdAt >= since }.reduce(0) { $0 + $1.tokens }
  }

  private func records(_ collection: PrivateRecord.Collection, of user: UserID) -> [MemoryData.Record] {
    read { data in data.records.filter { $0.record.user == user && $0.record.collection == collection } }
  }
}

extension MemoryData {
  func conversation(_ id: ConversationID) throws -> LoadedConversation {
    guard let room = room(id) else { throw Refusal.notFound }
    return room
  }

  /// What the asker may read, without tombstones, newest first.
  func visible(to asker: UserID, where isWanted: (Entry) -> Bool) -> [Entry] {
    entries.reversed().filter { entry in
      !entry.message.isDeleted && room(of: entry).presentMember(asker) != nil && isWanted(entry)
    }
  }

  func placed(_ entry: Entry, snippet: String? = nil, score: Double = 0) -> PlacedMessage {
    PlacedMessage(
      conversation: room(of: entry).id, message: entry.message, snippet: snippet, keywordScore: score,
      signals: entry.signals)
  }

  fileprivate func due(_ entry: Entry) -> DueMessage {
    let room = room(of: entry)
    return DueMessage(
      conversation: room.id, kind: room.row.kind, message: entry.message, failures: entry.due?.failures ?? 0,
      starts: entry.due?.starts ?? 0)
  }

  fileprivate func outline(of room: LoadedConversation, for asker: UserID) -> ConversationOutline? {
    let state = room.state
    guard let mine = state.presentMember(asker)?.row else { return nil }
    return ConversationOutline(
      conversation: state.row, members: state.members.map(\.row).filter(\.isPresent), mine: mine,
      settings: account(id: asker)?.settings[state.id], rev: state.rev, lastSeq: state.lastSeq,
      membershipVersion: membershipVersions[Int(room.key)], isIntelligenceOn: state.row.isIntelligenceOn)
  }
}
