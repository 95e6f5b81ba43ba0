import Domain
import ServerCore

/// The talk and the memory of each user, as private records.
struct AssistantHistory: Sendable {
  private static let keptDays: Int64 = 90
  private static let maximumMessages = 200
  private static let maximumMemory = 100

  let reader: IntelligenceReader
  let commands: any CommandPerformer
  let clock: any WallClock

  /// Oldest first.
  func messages(of user: UserID) async throws(Refusal) -> [StoredAssistantMessage] {
    let now = clock.now
    let records = try await reader.read { store in
      try store.records(.assistant, of: user, at: now, limit: Self.maximumMessages)
    }
    var messages: [StoredAssistantMessage] = []
    for record in records.reversed() {
      let basis = Basis(conversations: Set(record.conversations), messages: Set(record.sources))
      messages.append(StoredAssistantMessage(message: try RecordBody.decode(record.body), basis: basis))
    }
    return messages
  }

  /// Keeps or replaces a message. It falls with any part of what it rests on; throws `overloaded`
  /// when some of that is gone or changed already.
  func keep(_ kept: StoredAssistantMessage, of user: UserID) async throws(Refusal) {
    let message = kept.message
    let record = PrivateRecord(
      user: user, collection: .assistant, id: message.id.description, body: RecordBody.encode(message),
      conversations: Array(kept.basis.conversations), sources: Array(kept.basis.messages),
      createdAt: message.createdAt, expiresAt: message.createdAt.adding(seconds: Self.keptDays * 86_400))
    do throws(Refusal) {
      _ = try await commands.perform(.intelligence(.record(.put(record))))
    } catch {
      guard error.code == .notFound else { throw error }
      throw Refusal(.overloaded, "The messages changed while they were being read.", retryAfter: 1)
    }
  }

  func erase(of user: UserID) async throws(Refusal) {
    _ = try await commands.perform(.intelligence(.record(.eraseAll(user: user, collection: .assistant))))
  }

  /// Newest first.
  func memory(of user: UserID) async throws(Refusal) -> [MemoryEntry] {
    let now = clock.now
    let records = try await reader.read { try $0.records(.memory, of: user, at: now, limit: Self.maximumMemory) }
    var entries: [MemoryEntry] = []
    for record in records { entries.append(try RecordBody.decode(record.body)) }
    return entries
  }

  func remember(_ entry: MemoryEntry, of user: UserID) async throws(Refusal) {
    let record = PrivateRecord(
      user: user, collection: .memory, id: entry.id.description, body: RecordBody.encode(entry),
      createdAt: entry.createdAt)
    _ = try await commands.perform(.intelligence(.record(.put(record))))
  }

  /// Erasing what is not there changes nothing.
  func forget(_ entry: MemoryEntryID, of user: UserID) async throws(Refusal) {
    _ = try await commands.perform(
      .intelligence(.record(.erase(user: user, collection: .memory, id: entry.description))))
  }
}
