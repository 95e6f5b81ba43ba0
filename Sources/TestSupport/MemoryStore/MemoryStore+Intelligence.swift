import Domain
import ServerCore
import WireProtocol

extension MemoryStore: IntelligenceStore {
  // MARK: Pipeline

  package func dueMessages(at now: Timestamp, limit: Int) throws -> [DueMessage] {
    read { data in
      let due = data.entries.indices.filter { data.entries[$0].due?.at.map { $0 <= now } ?? false }
      let changed = due.filter { data.entries[$0].due?.isChange == true }.suffix(max(0, limit))
      let others = due.filter { data.entries[$0].due?.isChange != true }.suffix(max(0, limit - changed.count))
      return (changed + others).sorted().map { data.due(data.entries[$0]) }
    }
  }

  package func pipelineProgress() throws -> PipelineProgress {
    let waiting = read { $0.entries.filter { $0.due != nil } }
    let live = waiting.filter { !$0.isDead }
    return PipelineProgress(
      due: live.count, postponed: live.count { $0.failures > 0 }, dead: waiting.count - live.count)
  }

  package func dueCount(of conversation: ConversationID, for asker: UserID, limit: Int) throws -> Int {
    _ = try outline(of: conversation, for: asker)
    return try read { data in
      let room = try data.known(conversation)
      return min(limit, data.entries.count { $0.due != nil && !$0.isDead && $0.place.conversation == room.key })
    }
  }

  package func deadMessages(limit: Int) throws -> [DeadMessage] {
    read { data in
      data.entries.filter(\.isDead).prefix(max(0, limit)).map { entry in
        DeadMessage(
          conversation: data.room(of: entry).id, message: entry.message.id, reason: entry.due?.reason ?? "",
          failures: entry.failures)
      }
    }
  }

  package func messages(of conversation: ConversationID, before seq: Int64, limit: Int) throws -> [Message] {
    let before = try entries(of: conversation).map(\.message).filter { $0.seq < seq && !$0.isDeleted }
    return Array(before.suffix(max(0, limit)))
  }

  package func presentMembers(of conversation: ConversationID) throws -> [Member] {
    try read { try $0.known(conversation).state.members.map(\.row).filter(\.isPresent) }
  }

  package func previousInsights(of message: MessageID, in conversation: ConversationID) throws -> [PreviousInsight] {
    try read { data in
      let room = try data.known(conversation)
      guard let entry = data.entry(message), entry.place.conversation == room.key else { return [] }
      return data.insights(.previousInsights(entry.place), in: room).map { insight in
        let sources = insight.citations.dropFirst().compactMap { data.entry($0)?.message }.filter { !$0.isDeleted }
        return PreviousInsight(insight: insight, sources: sources.sorted { $0.seq < $1.seq })
      }
    }
  }

  package func openTasks(of conversation: ConversationID, limit: Int) throws -> [Insight] {
    try read { data in
      try data.insights(.found, in: data.known(conversation)).reversed().filter {
        $0.kind == .actionItem && $0.status == .open && !$0.edited.contains(.status)
      }.prefix(max(0, limit)).map(\.self)
    }
  }

  package func vectors(
    of conversation: ConversationID, _ maker: VectorMaker, after seq: Int64, through last: Int64, limit: Int
  ) throws -> VectorBlock {
    try entries(of: conversation).filter { $0.message.seq > seq && $0.message.seq <= last }
      .reduce(into: VectorBlock(seqs: [], bytes: [])) { block, entry in
        guard block.seqs.count < limit, let vector = entry.vector(by: maker) else { return }
        block.seqs.append(entry.message.seq)
        block.bytes += vector.bytes
      }
  }

  private func entries(of conversation: ConversationID) throws -> [MemoryData.Entry] {
    try read { data in data.entries(of: try data.known(conversation)) }
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
    _ = try read { try $0.room(conversation, .askIntelligence, asker) }
    let found = visible(to: asker).filter { $0.conversation == conversation }.filter { found in
      let message = found.message
      return from <= message.seq && message.seq <= to && message.createdAt >= since ?? message.createdAt
    }
    return found.prefix(max(0, limit)).reversed()
  }

  package func messages(
    at places: [(conversation: ConversationID, seq: Int64)], for asker: UserID
  ) throws -> [PlacedMessage] {
    visible(to: asker).filter { found in places.contains { $0 == (found.conversation, found.message.seq) } }
  }

  package func messages(_ ids: [MessageID], for asker: UserID) throws -> [PlacedMessage] {
    visible(to: asker).filter { ids.contains($0.message.id) }
  }

  package func incoming(
    for asker: UserID, unreadOnly: Bool, since: Timestamp, limit: Int
  ) throws -> [PlacedMessage] {
    var seen: [ConversationID: Int64] = [:]
    for room in try outlines(for: asker) where room.isIntelligenceOn {
      seen[room.conversation.id] = unreadOnly ? max(room.mine.readSeq, room.mine.joinSeq) : 0
    }
    let found = visible(to: asker).filter { found in
      guard let seen = seen[found.conversation] else { return false }
      return found.message.seq > seen && found.message.sender != asker && found.message.createdAt >= since
    }
    return Array(found.prefix(max(0, limit)))
  }

  private func visible(to asker: UserID) -> [PlacedMessage] {
    read { data in data.visible(to: asker).map { data.placed($0) } }
  }

  package func insights(_ filter: InsightFilter, for asker: UserID) throws -> [PlacedInsight] {
    if let conversation = filter.conversation { _ = try memberIDs(of: conversation, for: asker) }
    let found = read { data in
      let visible = Set(data.rooms(of: asker).map(\.state.id))
      let unhelpful = data.unhelpful(to: asker)
      return data.insights.reversed().filter {
        visible.contains($0.conversation) && !$0.insight.isHidden(by: unhelpful)
      }
    }
    return found.filter(filter.matching()).sorted { $0.insight.createdAt > $1.insight.createdAt }
      .prefix(filter.most).map { $0 }
  }

  // MARK: Private records

  package func record(_ collection: PrivateRecord.Collection, id: String, of user: UserID) throws -> PrivateRecord? {
    records(collection, of: user).first { $0.record.id == id }?.record
  }

  package func records(
    _ collection: PrivateRecord.Collection, of user: UserID, at now: Timestamp, limit: Int
  ) throws -> [PrivateRecord] {
    let living = records(collection, of: user).map(\.record).filter { $0.isLiving(at: now) }
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
  func placed(
    _ entry: Entry, snippet: String? = nil, file: String? = nil, passage: FilePassage? = nil, score: Double = 0
  ) -> PlacedMessage {
    PlacedMessage(
      conversation: room(of: entry).id, message: entry.message, snippet: snippet, file: file, passage: passage,
      keywordScore: score, signals: entry.signals)
  }

  fileprivate func due(_ entry: Entry) -> DueMessage {
    let row = room(of: entry).row
    return DueMessage(
      conversation: row.id, kind: row.kind, message: entry.message, failures: entry.failures,
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

extension MemoryData.Entry {
  fileprivate var failures: Int { due?.failures ?? 0 }

  fileprivate func vector(by maker: VectorMaker) -> MemoryData.Vector? {
    switch maker {
    case .embedder(let name): vector.flatMap { $0.model == name ? $0 : nil }
    case .remote(let model, let width): remote.flatMap { $0.model == model && $0.bytes.count == width ? $0 : nil }
    }
  }
}
