import AIProviders
import Domain
import ServerCore

/// Keeps what was made for a user: the output, the cache's copy and the ledger's row.
struct OutputRecords: Sendable {
  let reader: IntelligenceReader
  let commands: any CommandPerformer
  let configuration: IntelligenceConfiguration
  let clock: any WallClock
  let identifiers: any IdentifierSource
  let calls: AICalls

  /// An earlier output under this key, with a row of the ledger that says so. What the user has
  /// said about it since is in it. `notice`: why no model is asked now.
  func cached(
    _ key: String, _ request: OutputRequest, notice: String?
  ) async throws(Refusal) -> AIOutput? {
    let (asker, now) = (request.asker, clock.now)
    let found = try await reader.read { store -> (cached: AIOutput, kept: AIOutput?)? in
      guard let record = try store.record(.cache, id: key, of: asker), record.isAlive(at: now) else { return nil }
      let cached: AIOutput = try RecordBody.decode(record.body)
      let kept = try store.record(.outputs, id: cached.id.description, of: asker)
      guard let kept, kept.isAlive(at: now) else { return (cached, nil) }
      let output: AIOutput = try RecordBody.decode(kept.body)
      return (cached, output)
    }
    // What was dismissed, or was of no help, is made anew rather than shown again.
    guard let found, let kept = found.kept, !kept.isDismissed, kept.feedback != .unhelpful else { return nil }
    var output = kept.withReceipt(found.cached.receipt)
    var receipt = output.receipt
    receipt.isCached = true
    receipt.notice = notice
    receipt.milliseconds = 0
    receipt.messagesSent = 0
    receipt.inputTokens = 0
    receipt.outputTokens = 0
    output = output.withReceipt(receipt)
    try await note(
      receipt, feature: request.feature, conversations: request.conversations, for: asker, prices: nil)
    return output
  }

  /// Keeps the output. `false`, and nothing but the ledger's row is kept, when one of
  /// `request.messages` is no longer as it was read, or no longer the asker's to read.
  ///
  /// Looks after the records are on disk: a change committed before them is seen then, a later one
  /// takes them down with it.
  func keep(
    _ output: AIOutput, _ request: OutputRequest, cacheKey: String?, sources: [MessageID],
    prices: ModelPrices?
  ) async throws(Refusal) -> Bool {
    let asker = request.asker
    try await note(
      output.receipt, feature: request.feature, conversations: request.conversations, for: asker, prices: prices)
    let body = RecordBody.encode(output)
    func put(_ collection: PrivateRecord.Collection, _ id: String, until end: Timestamp) async throws(Refusal) {
      let record = PrivateRecord(
        user: asker, collection: collection, id: id, body: body, conversations: request.conversations, sources: sources,
        createdAt: output.createdAt, expiresAt: end)
      _ = try await commands.perform(.intelligence(.record(.put(record))))
    }
    do throws(Refusal) {
      try await put(.outputs, output.id.description, until: output.expiresAt)
      if let cacheKey {
        try await put(
          .cache, cacheKey, until: output.createdAt.adding(seconds: Int64(configuration.cacheHours) * 3_600))
      }
    } catch {
      // The store keeps nothing whose sources are gone.
      guard error.code == .notFound else { throw error }
      return false
    }
    guard try await isUnchanged(request.messages, for: asker) else {
      let id = output.id.description
      _ = try await commands.perform(.intelligence(.record(.erase(user: asker, collection: .outputs, id: id))))
      if let cacheKey {
        _ = try await commands.perform(.intelligence(.record(.erase(user: asker, collection: .cache, id: cacheKey))))
      }
      return false
    }
    return true
  }

  /// Writes a row of the ledger. `prices` of the model that was asked; `nil` when nobody has said
  /// what it costs.
  func note(
    _ receipt: AIReceipt, feature: String, conversations: [ConversationID], for asker: UserID,
    prices: ModelPrices?
  ) async throws(Refusal) {
    let usage = ModelUsage(inputTokens: receipt.inputTokens, outputTokens: receipt.outputTokens)
    let isFree = receipt.isCached || receipt.place == AIReceipt.thisServer && usage == .none
    let cost = isFree ? 0 : prices.map { $0.millionths(of: usage) }
    let now = clock.now
    let entry = LedgerEntry(
      at: now, feature: feature, model: receipt.model, place: receipt.place, conversations: conversations,
      messagesSent: receipt.messagesSent, inputTokens: receipt.inputTokens, outputTokens: receipt.outputTokens,
      cost: cost, isCached: receipt.isCached)
    calls.record(
      AICall(
        feature: feature, model: receipt.model, place: receipt.place,
        outcome: receipt.isCached ? .cached : receipt.notice == nil ? .answered : .limited,
        inputTokens: receipt.inputTokens, outputTokens: receipt.outputTokens, cost: cost,
        milliseconds: receipt.milliseconds))
    let id: AIOutputID = identifiers.next()
    // Names conversations but holds nothing of them: it must outlive the loss of one, so it is not
    // bound to any.
    let record = PrivateRecord(
      user: asker, collection: .ledger, id: id.description, body: RecordBody.encode(entry), createdAt: now,
      expiresAt: now.adding(seconds: Int64(configuration.ledgerDays) * 86_400))
    _ = try await commands.perform(.intelligence(.record(.put(record))))
  }

  /// Whether the model has read these very messages for the asker already: what it found stands in
  /// the conversation. With a row of the ledger that says so.
  func hasRead(_ key: String, _ request: OutputRequest, by model: any TextModel) async throws(Refusal) -> Bool {
    let (asker, now) = (request.asker, clock.now)
    let kept = try await reader.read { try $0.record(.cache, id: key, of: asker) }
    guard let kept, kept.isAlive(at: now) else { return false }
    let receipt = AIReceipt(
      model: model.name, place: model.place, messagesRead: request.messages.count, messagesSent: 0, inputTokens: 0,
      outputTokens: 0, milliseconds: 0, isCached: true)
    try await note(
      receipt, feature: request.feature, conversations: request.conversations, for: asker, prices: nil)
    return true
  }

  /// Remembers it for `hasRead`, until a message changes.
  func noteRead(_ key: String, _ request: OutputRequest) async throws(Refusal) {
    let now = clock.now
    let record = PrivateRecord(
      user: request.asker, collection: .cache, id: key, body: Array("{}".utf8), conversations: request.conversations,
      sources: request.messages.map(\.message.id), createdAt: now,
      expiresAt: now.adding(seconds: Int64(configuration.cacheHours) * 3_600))
    do throws(Refusal) {
      _ = try await commands.perform(.intelligence(.record(.put(record))))
    } catch {
      // A message has changed meanwhile: it is read anew the next time.
      guard error.code == .notFound else { throw error }
    }
  }

  /// A person's part in something that was sent without a request of theirs.
  struct Share: Sendable {
    /// What it was sent for, as the ledger names it.
    let feature: String
    let model: String
    let place: String
    let prices: ModelPrices?
    let messages: Int
    let conversations: [ConversationID]
    let usage: ModelUsage
  }

  /// One row an hour of UTC, user, model and feature, which grows.
  func note(_ share: Share, for user: UserID) async throws(Refusal) {
    calls.record(
      AICall(
        feature: share.feature, model: share.model, place: share.place, outcome: .answered,
        inputTokens: share.usage.inputTokens, outputTokens: share.usage.outputTokens,
        cost: share.prices.map { $0.millionths(of: share.usage) }, milliseconds: 0))
    let now = clock.now
    let id = "\(now.milliseconds / 3_600_000) \(share.model) \(share.feature)"
    let kept = try await reader.read { try $0.record(.indexing, id: id, of: user) }
    let former: LedgerEntry? = try kept.map { record throws(Refusal) in try RecordBody.decode(record.body) }
    var seen = Set<ConversationID>()
    let sum = ModelUsage(
      inputTokens: (former?.inputTokens ?? 0) + share.usage.inputTokens,
      outputTokens: (former?.outputTokens ?? 0) + share.usage.outputTokens)
    // Of the sum: single messages cost less than a millionth, and would all be rounded away.
    let cost = share.prices.map { $0.millionths(of: sum) }
    let entry = LedgerEntry(
      at: now, feature: share.feature, model: share.model, place: share.place,
      conversations: ((former?.conversations ?? []) + share.conversations).filter { seen.insert($0).inserted },
      messagesSent: (former?.messagesSent ?? 0) + share.messages, inputTokens: sum.inputTokens,
      outputTokens: sum.outputTokens, cost: cost, isCached: false)
    let record = PrivateRecord(
      user: user, collection: .indexing, id: id, body: RecordBody.encode(entry), createdAt: now,
      expiresAt: now.adding(seconds: Int64(configuration.ledgerDays) * 86_400))
    do throws(Refusal) {
      _ = try await commands.perform(.intelligence(.record(.put(record))))
    } catch {
      // An account that is gone has no ledger.
      guard error.code == .notFound else { throw error }
    }
  }

  private func isUnchanged(_ messages: [PlacedMessage], for asker: UserID) async throws(Refusal) -> Bool {
    let ids = messages.map(\.message.id)
    let now = try await reader.read { try $0.messages(ids, for: asker) }
    let revs = Dictionary(now.map { ($0.message.id, $0.message.rev) }, uniquingKeysWith: { first, _ in first })
    return messages.allSatisfy { revs[$0.message.id] == $0.message.rev }
  }
}

extension ModelPrices {
  func millionths(of usage: ModelUsage) -> Int { Int((cost(of: usage) * 1_000_000).rounded()) }
}

extension PrivateRecord {
  func isAlive(at now: Timestamp) -> Bool {
    expiresAt.map { now < $0 } ?? true
  }
}

extension AIOutput {
  func withReceipt(_ receipt: AIReceipt) -> AIOutput {
    AIOutput(
      id: id, kind: kind, conversation: conversation, title: title, text: text, points: points,
      contributions: contributions, slots: slots, isFound: isFound, confidence: confidence, reason: reason,
      receipt: receipt, createdAt: createdAt, expiresAt: expiresAt, feedback: feedback, feedbackNote: feedbackNote,
      isDismissed: isDismissed, sharedAs: sharedAs)
  }
}
