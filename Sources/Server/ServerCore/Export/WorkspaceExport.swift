import Domain
import WireProtocol

/// What a workspace has, for whoever runs its server: people, all conversations with their
/// messages, insights and files. No secrets, and nothing that is one person's alone.
///
/// It is read page by page in one pass, so that memory does not grow with it, and each page for
/// itself, so that nothing waits for it.
package struct WorkspaceExport: Sendable {
  package static let format: StaticString = "messageai-workspace-1"
  /// Rows that are read at once; of conversations fewer, for each has its members.
  private static let pageOfPeople = 500
  private static let pageOfConversations = 50
  private static let pageOfInsights = 200

  private let store: any ExportStore
  private let files: (any FileStorage)?
  private let clock: any WallClock

  /// `files` is `nil` where no file was ever stored.
  package init(store: any ExportStore, files: (any FileStorage)?, clock: any WallClock) {
    self.store = store
    self.files = files
    self.clock = clock
  }

  /// How much was written.
  package struct Counts: Sendable {
    package let people: Int
    package let conversations: Int
    package let messages: Int
    package let missing: Int
  }

  /// Throws what the store, the storage and the sink throw; then what was written is no export.
  @discardableResult
  package func write(to sink: some ExportSink) async throws -> Counts {
    var export = ExportWriter(at: clock.now, to: sink)
    try await writePeople(&export)
    var after: ConversationID?
    while true {
      let page = try store.exportedConversations(after: after, limit: Self.pageOfConversations)
      guard let last = page.last else { break }
      for conversation in page { try await write(conversation, &export) }
      after = last.row.id
    }
    for folder in ["conversations", "messages", "insights"] { try await export.end(folder) }
    let name = try store.exportedWorkspace().name
    try await export.finish(Self.format, workspace: name, account: nil, ended: clock.now)
    return Counts(
      people: export.people ?? 0, conversations: export.conversations, messages: export.messages,
      missing: export.missingFiles)
  }

  private func writePeople(_ export: inout ExportWriter<some ExportSink>) async throws {
    var (after, count): (UserID?, Int) = (nil, 0)
    while true {
      let page = try store.exportedPeople(after: after, limit: Self.pageOfPeople)
      guard let last = page.last else { break }
      for person in page {
        try await export.add(line: ExportLine.of(person), to: "people")
        count += 1
        if let photo = person.profile.photo { try await writeFile(photo, &export) }
      }
      after = last.profile.id
    }
    try await export.end("people")
    export.people = count
  }

  private func write(
    _ conversation: ExportedConversation, _ export: inout ExportWriter<some ExportSink>
  ) async throws {
    let row = conversation.row
    try await export.add(line: ExportLine.of(row, conversation.members), to: "conversations")
    export.conversations += 1
    if let photo = row.photo { try await writeFile(photo, &export) }
    var seq: Int64 = 0
    while seq < conversation.lastSeq {
      let page = try store.exportedMessages(of: row.id, after: seq, limit: Limits.maximumPage)
      let messages = page.prefix { $0.seq <= conversation.lastSeq }
      guard let last = messages.last else { break }
      seq = last.seq
      for message in messages {
        try await export.add(line: ExportLine.of(row.id, "message", message.json()), to: "messages")
        export.messages += 1
        for attachment in message.attachments { try await writeFile("\(attachment.id)", &export) }
      }
    }
    var insights: [Insight] = []
    repeat {
      insights = try store.exportedInsights(of: row.id, after: insights.last, limit: Self.pageOfInsights)
      for insight in insights {
        try await export.add(line: ExportLine.of(row.id, "insight", insight.json()), to: "insights")
        export.insights += 1
      }
    } while !insights.isEmpty
  }

  private func writeFile(_ id: String, _ export: inout ExportWriter<some ExportSink>) async throws {
    guard let id = AttachmentID(id) else { return }
    let key = try store.exportedFile(id)?.digest.map { FileKey($0) }
    guard let files, let key, let size = try await files.size(of: key) else {
      export.miss(id)
      return
    }
    try await export.add(id, size, files.read(key, 0..<size))
  }
}
