import Domain
import Foundation
import GRDB

extension ClientStore {
  /// Writes what the user asks, on disk when this returns; it shows at once. What waits about the
  /// same takes it up. Throws what the server would say at once: `invalid` and `tooLarge` for bad
  /// words, `notFound` for what the device does not have.
  package func enqueue(_ request: ServerRequest) throws {
    try writeDurably { db in
      try RequestRules.check(request, at: clock.now, db)
      if let last = try RequestRecord.last(about: request.subject, db),
        let both = last.request.merged(with: request)
      {
        try last.delete(db)
        return try RequestRecord.insert(both, at: clock.now, db)
      }
      try RequestRecord.insert(request, at: clock.now, db)
      if request.makesConversation { try FormerConversation.begin(request, at: clock.now, db) }
    }
  }

  /// What waits and what was refused, in the order in which it was made.
  package func requests() throws -> [DeferredRequest] {
    try read { try RequestRecord.all($0).map(\.deferred) }
  }

  package func observeRequests() -> AsyncStream<[DeferredRequest]> {
    stream({ db in try RequestRecord.all(db).map(\.deferred) }, next: { $0 })
  }

  /// Whether a request has to go behind another one.
  package func isAwaited(_ request: ServerRequest) throws -> Bool {
    try read { db in
      if try RequestRecord.last(about: request.subject, db) != nil { return true }
      guard let conversation = request.conversation else { return false }
      return try RequestRecord.unmade(db).contains(conversation)
    }
  }

  /// The conversations that the server has yet to make: nothing can be sent there.
  package func unmadeConversations() throws -> Set<ConversationID> {
    try read(RequestRecord.unmade)
  }

  /// The server has done it: takes the request out, and what was answered takes the place of what
  /// was shown of it meanwhile. A request that is not there any more changes nothing.
  package func settle(_ request: DeferredRequest.ID, with answer: RequestAnswer) throws {
    try writeDurably { db in
      guard let record = try RequestRecord.find(request, db) else { return }
      try record.delete(db)
      try RequestSettlement(db: db, now: clock.now).settle(record.request, with: answer)
    }
  }

  /// The server has refused this very request: it waits for the user. What is to be finished and is
  /// over has been done.
  package func fail(_ request: DeferredRequest.ID, _ refusal: Refusal) throws {
    try writeDurably { db in
      guard let record = try RequestRecord.find(request, db) else { return }
      if case .finishReminder = record.request, refusal.code == .gone || refusal.code == .notFound {
        return try record.delete(db)
      }
      try record.setFailure(refusal, db)
    }
  }

  package func retry(_ request: DeferredRequest.ID) throws {
    try writeDurably { try RequestRecord.find(request, $0)?.setFailure(nil, $0) }
  }

  /// Takes the request out. A conversation that was to be made goes with all that was written into
  /// it.
  package func discard(_ request: DeferredRequest.ID) throws {
    try writeDurably { db in
      guard let record = try RequestRecord.find(request, db) else { return }
      try record.delete(db)
      guard record.request.makesConversation, let conversation = record.request.conversation else { return }
      try FeedWriter(db).forget(.conversation(conversation))
      try LocalWatermarkRecord.delete(conversation, db)
      try db.run("DELETE FROM draft WHERE conversation = ?", [conversation.blob])
      try RequestRecord.deleteAll(of: conversation, db)
      for entry in try OutboxRecord.all(of: conversation, db) { try entry.delete(db) }
    }
  }

  // MARK: - What the device knows by itself

  /// An insight as it is shown: with what waits to be changed.
  package func insight(_ id: InsightID, in conversation: ConversationID) throws -> Insight {
    try read { db in
      let filter = InsightFilter(conversation: conversation, limit: .max)
      guard let found = try InsightRecord.find(filter, db).first(where: { $0.id == id }) else {
        throw Refusal.notFound
      }
      return found.insight
    }
  }

  package func reminder(_ id: ReminderID) throws -> Reminder {
    guard let found = try read(ReminderRecord.living).first(where: { $0.id == id }) else {
      throw Refusal.notFound
    }
    return found
  }

  package func directConversation(with user: UserID) throws -> ConversationID? {
    try read { try FormerConversation.direct(with: user, $0) }
  }

  /// The id under which the device has a conversation now.
  package func currentID(of conversation: ConversationID) throws -> ConversationID {
    try read { try FormerConversation.resolve(conversation, $0) }
  }

  /// People whom the user shares a conversation with, by name: those with a word that begins so.
  package func knownPeople(_ query: String) throws -> [User] {
    let words = Self.folded(query).split(whereSeparator: \.isWhitespace)
    return try read(MemberRecord.people).filter { person in
      let names = Self.folded(person.name).split(whereSeparator: \.isWhitespace)
      return words.allSatisfy { word in names.contains { $0.hasPrefix(word) } }
    }
  }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
