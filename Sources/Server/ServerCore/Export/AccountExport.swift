import Domain
import WireProtocol

/// What one person may have of themselves: what is theirs, and what they may read now.
///
/// It is read page by page through the reads that clients use, each of which asks anew whether the
/// asker may. Messages that come after its beginning are not in it.
package struct AccountExport: Sendable {
  static let format: StaticString = "messageai-account-1"
  private static let mostRecords = 10_000
  /// Trained numbers say nothing to a reader, and cached answers are outputs once more.
  private static let collections: [PrivateRecord.Collection] = [
    .preferences, .assistant, .memory, .outputs, .corrections, .verdicts, .fairness, .ledger, .indexing,
  ]

  package let asker: AuthenticatedSession
  let reader: StoreReader
  let store: any WorkspaceStore
  let files: FileService?
  let clock: any WallClock

  func write(to sink: some ExportSink) async throws {
    let began = clock.now
    var writer = ExportWriter(at: began, to: sink)
    let ends = try await read { store in
      try store.outlines(for: asker.user).map { (id: $0.conversation.id, lastSeq: $0.lastSeq) }
    }
    try await writeAccount(&writer)
    try await writeRecords(&writer, at: began)
    try await writeConversations(ends.map(\.id), &writer)
    for end in ends { try await writeMessages(of: end.id, to: end.lastSeq, &writer) }
    try await writer.end("messages")
    try await writeInsights(ends.map(\.id), &writer)
    let name = try await read { try $0.workspace().name }
    try await writer.finish(Self.format, workspace: name, account: asker.user, ended: clock.now)
  }

  /// Whoever has signed out, or is gone, reads no further.
  private func read<Value: Sendable>(
    _ body: @escaping @Sendable (any WorkspaceStore) throws -> Value
  ) async throws(Refusal) -> Value {
    try await reader.read { [store, asker] _ in
      guard try store.activeSession(asker.session) == asker.user else {
        throw Refusal(.sessionRevoked, "This session has ended. Sign in again.")
      }
      return try body(store)
    }
  }

  /// `nil` for what the asker may not read any more: it is left out from there on.
  private func readStill<Value: Sendable>(
    _ body: @escaping @Sendable (any WorkspaceStore) throws -> Value
  ) async throws(Refusal) -> Value? {
    do throws(Refusal) {
      return try await read(body)
    } catch  where error == Refusal.notFound {
      return nil
    }
  }

  // MARK: - The account

  private func writeAccount(_ export: inout ExportWriter<some ExportSink>) async throws {
    let user = asker.user
    let (profile, identities, sessions) = try await read {
      (try $0.profile(user), try $0.identities(of: user), try $0.sessions(of: user))
    }
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("profile")
    writer.encoded(profile.json())
    writer.key("accountsElsewhere")
    writer.beginArray()
    for identity in identities {
      writer.beginObject()
      writer.field("issuer", identity.identity.issuer)
      writer.field("subject", identity.identity.subject)
      writer.field("linkedAt", identity.linkedAt)
      writer.endObject()
    }
    writer.endArray()
    writer.key("sessions")
    writer.beginArray()
    for session in sessions { writer.encoded(session.json()) }
    writer.endArray()
    writer.endObject()
    try await export.add("account.json", writer.bytes)
    if let photo = profile.photo.flatMap({ AttachmentID($0) }) { try await writeFile(photo, &export) }
    let own = try await read { try $0.delta(of: .me, for: user, fromRev: 0) }
    try await export.add("settings.jsonl", own.settings.flatMap { $0.json() + ExportLine.feed })
    try await export.add("reminders.jsonl", own.reminders.flatMap { $0.json() + ExportLine.feed })
    try await export.add("opinions.jsonl", own.opinions.flatMap { $0.json() + ExportLine.feed })
    try await export.add("priorities.jsonl", own.priorities.flatMap { $0.json() + ExportLine.feed })
  }

  private func writeRecords(_ export: inout ExportWriter<some ExportSink>, at now: Timestamp) async throws {
    let user = asker.user
    for collection in Self.collections {
      let records = try await read { try $0.records(collection, of: user, at: now, limit: Self.mostRecords) }
      var lines: [UInt8] = []
      for record in records.reversed() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.field("id", record.id)
        writer.field("createdAt", record.createdAt)
        writer.field("expiresAt", record.expiresAt)
        writer.key("body")
        if collection == .corrections {
          writer.value(String(decoding: record.body, as: UTF8.self))
        } else {
          writer.encoded(record.body)
        }
        writer.endObject()
        lines += writer.bytes + ExportLine.feed
      }
      try await export.add("ai/\(collection.rawValue).jsonl", lines)
    }
  }

  // MARK: - Conversations

  private func writeConversations(_ ids: [ConversationID], _ export: inout ExportWriter<some ExportSink>) async throws {
    let user = asker.user
    var lines: [UInt8] = []
    for id in ids {
      guard let window = try await readStill({ try $0.delta(of: .conversation(id), for: user, fromRev: 0) }),
        let row = window.conversation
      else { continue }
      lines += ExportLine.of(row, window.members)
      export.conversations += 1
    }
    try await export.add("conversations.jsonl", lines)
  }

  private func writeMessages(of id: ConversationID, to lastSeq: Int64, _ export: inout ExportWriter<some ExportSink>)
    async throws
  {
    let user = asker.user
    var seq: Int64 = 0
    while seq < lastSeq {
      let after = seq
      let found = try await readStill {
        try $0.page(of: id, for: user, before: nil, after: after, limit: Limits.maximumPage)
      }
      let messages = (found?.messages ?? []).prefix { $0.seq <= lastSeq }
      guard let last = messages.last else { return }
      seq = last.seq
      for message in messages {
        try await export.add(line: ExportLine.of(id, "message", message.json()), to: "messages")
        export.messages += 1
      }
      for attachment in messages.flatMap(\.attachments) { try await writeFile(attachment.id, &export) }
    }
  }

  private func writeInsights(_ ids: [ConversationID], _ export: inout ExportWriter<some ExportSink>) async throws {
    var lines: [UInt8] = []
    for id in ids {
      for insight in try await insights(of: id) {
        lines += ExportLine.of(id, "insight", insight.json())
        export.insights += 1
      }
    }
    try await export.add("insights.jsonl", lines)
  }

  /// Newest first.
  private func insights(of id: ConversationID) async throws -> [Insight] {
    let user = asker.user
    var (insights, known): ([Insight], Set<InsightID>) = ([], [])
    var filter = InsightFilter(conversation: id, limit: 500)
    while true {
      let wanted = filter
      let page = try await readStill { try $0.insights(wanted, for: user).map(\.insight) } ?? []
      let fresh = page.filter { known.insert($0.id).inserted }
      insights += fresh
      guard page.count >= 500, !fresh.isEmpty, let oldest = page.last?.createdAt else { return insights }
      // Others of the same millisecond may be left.
      filter.before = oldest.adding(milliseconds: 1)
    }
  }

  private func writeFile(_ id: AttachmentID, _ export: inout ExportWriter<some ExportSink>) async throws {
    _ = try await read { _ in }
    guard let files, let content = try await files.original(of: id, for: asker.user) else {
      export.miss(id)
      return
    }
    try await export.add(id, content.size, files.read(content.key, 0..<content.size))
  }
}
