import AIProviders
import Domain
import ServerCore

/// The one door to what features compute for people: switches, budget, cache, model or box, checks, receipt, records.
///
/// A provider that does not answer holds only the request that asked it: no lock, thread or transaction is held while a model thinks.
package final class AIRunner: Sendable {
  /// How often a request is made anew when its messages change while it is made.
  private static let attempts = 2

  private let reader: IntelligenceReader
  private let preferences: PreferenceService
  private let budget: Budget
  private let records: OutputRecords
  private let model: (any TextModel)?
  private let configuration: IntelligenceConfiguration
  private let clock: any WallClock
  private let identifiers: any IdentifierSource
  private let gate: RequestGate
  private let monotonicNow: @Sendable () -> UInt64

  /// `monotonicNow` gives nanoseconds that never fall.
  package init(
    reader: IntelligenceReader, people: PeopleDirectory, commands: any CommandPerformer,
    preferences: PreferenceService, model: (any TextModel)?, prices: ModelPrices?,
    configuration: IntelligenceConfiguration, clock: any WallClock, identifiers: any IdentifierSource,
    monotonicNow: @escaping @Sendable () -> UInt64
  ) {
    self.reader = reader
    self.preferences = preferences
    budget = Budget(reader: reader, people: people, configuration: configuration, clock: clock)
    records = OutputRecords(
      reader: reader, commands: commands, prices: prices, configuration: configuration, clock: clock,
      identifiers: identifiers)
    self.model = model
    self.configuration = configuration
    self.clock = clock
    self.identifiers = identifiers
    gate = RequestGate(limit: configuration.requestsAtOnce)
    self.monotonicNow = monotonicNow
  }

  /// The asker's preferences. Throws `forbidden` when the intelligence is off for the server or for them: ask before reading anything.
  package func admit(_ asker: UserID) async throws(Refusal) -> AIPreferences {
    guard configuration.isOn else { throw Refusal(.forbidden, "The intelligence of this server is switched off.") }
    let preferences = try await preferences.preferences(of: asker)
    guard preferences.isOn else { throw Refusal(.forbidden, "You have switched the intelligence off.") }
    return preferences
  }

  /// Throws `forbidden` when the intelligence is off in the conversation.
  package func admit(_ outline: ConversationOutline) throws(Refusal) {
    guard outline.isIntelligenceOn else {
      throw Refusal(.forbidden, "The intelligence is switched off in this conversation.")
    }
  }

  /// Requests of the user's day so far that were not answered from the cache.
  package func requestsToday(of user: UserID) async throws(Refusal) -> Int {
    try await budget.requestsToday(of: user)
  }

  /// Makes an output for the asker, or answers with an equal earlier one, and keeps it with its receipt.
  ///
  /// `prepare` reads for the asker, and is called again when what it read has changed before the output was kept.
  /// Throws `forbidden` where switched off, `rateLimited` beyond the budget, and what `prepare` throws.
  package func run(
    for asker: UserID, _ prepare: @Sendable (AIPreferences) async throws(Refusal) -> FeaturePlan
  ) async throws(Refusal) -> AIOutput {
    let preferences = try await admit(asker)
    let underWay = try gate.enter(asker)
    defer { gate.leave(asker) }
    for _ in 0..<Self.attempts {
      let plan = try await prepare(preferences)
      for outline in plan.outlines { try admit(outline) }
      if let output = try await carryOut(plan, for: asker, preferences, underWay: underWay) { return output }
    }
    throw Refusal(.overloaded, "The messages changed while they were being read.", retryAfter: 1)
  }

  /// The model that may read for somebody with these preferences, or why there is none.
  package func modelNow(
    for preferences: AIPreferences
  ) async throws(Refusal) -> (model: (any TextModel)?, notice: String?) {
    guard let model, preferences.allowsRemoteModels else { return (nil, nil) }
    guard try await budget.hasTokens() else {
      return (nil, "The workspace has used its model's budget of today, so this was made on this server.")
    }
    return (model, nil)
  }

  /// Throws `rateLimited` when the asker's day is used up. For features that keep no output but ask a model.
  package func charge(_ asker: UserID) async throws(Refusal) {
    try await budget.check(asker, underWay: 1)
  }

  /// Whether the workspace may ask models for more today.
  package func hasTokens() async throws(Refusal) -> Bool {
    try await budget.hasTokens()
  }

  /// Writes a row of the asker's ledger, priced by `tariff`.
  package func note(
    _ receipt: AIReceipt, feature: String, conversations: [ConversationID], for asker: UserID,
    tariff: Tariff = .textModel
  ) async throws(Refusal) {
    try await records.note(receipt, feature: feature, conversations: conversations, for: asker, tariff: tariff)
  }

  /// Adds to what of the user's own was sent today to be embedded. No request of theirs.
  package func noteIndexing(
    of messages: Int, in conversations: [ConversationID], tokens: Int, by model: any EmbeddingModel, for user: UserID
  ) async throws(Refusal) {
    try await records.noteIndexing(of: messages, in: conversations, tokens: tokens, by: model, for: user)
  }

  /// `nil` when the messages have changed meanwhile.
  private func carryOut(
    _ plan: FeaturePlan, for asker: UserID, _ preferences: AIPreferences, underWay: Int
  ) async throws(Refusal) -> AIOutput? {
    var choice: (model: (any TextModel)?, notice: String?) = (nil, nil)
    if plan.model != nil { choice = try await modelNow(for: preferences) }
    let key = CacheKey.of(plan, model: choice.model?.name ?? OnBoxEngine.version)
    if plan.isCacheable, let cached = try await records.cached(key, plan, for: asker) { return cached }
    // Nothing to read: nothing to pay for, and nothing to keep. Times to meet need nothing to be said, and are kept to be chosen from.
    let isFree = plan.messages.isEmpty && plan.kind != .meeting
    if !isFree { try await budget.check(asker, underWay: underWay) }
    let start = monotonicNow()
    let made = try await make(plan, model: choice.model)
    let receipt = AIReceipt(
      model: made.draft.modelName ?? OnBoxEngine.version, place: made.place, messagesRead: plan.messages.count,
      messagesSent: made.messagesSent, inputTokens: made.draft.usage.inputTokens,
      outputTokens: made.draft.usage.outputTokens, milliseconds: Int((monotonicNow() &- start) / 1_000_000),
      notice: made.notice ?? choice.notice ?? plan.notice)
    let (output, cited) = output(of: made.draft, plan, receipt)
    if isFree { return output }
    let isKept = made.notice == nil && plan.notice == nil && plan.isCacheable
    // A model may put anything that it has read into any sentence.
    let sources = made.draft.modelName == nil ? cited : plan.messages.map(\.message.id)
    return try await records.keep(output, plan, cacheKey: isKept ? key : nil, sources: sources, for: asker)
      ? output : nil
  }

  private struct Made: Sendable {
    var draft: Draft
    var place: String
    var messagesSent: Int
    var notice: String?
  }

  private func make(_ plan: FeaturePlan, model: (any TextModel)?) async throws(Refusal) -> Made {
    guard let model, let ask = plan.model, !plan.messages.isEmpty else {
      return Made(draft: try await reader.compute(plan.onBox), place: Place.thisServer, messagesSent: 0)
    }
    let failure: ModelFailure
    do {
      var draft = try await ask(model)
      draft.modelName = model.nameToShow(draft.modelName ?? model.name)
      guard DraftCheck(messages: plan.messages).isUsable(draft) else { throw ModelFailure(.invalidAnswer) }
      return Made(draft: draft, place: model.place, messagesSent: draft.messagesSent)
    } catch let error as ModelFailure {
      failure = error
    } catch let refusal as Refusal {
      throw refusal
    } catch {
      failure = ModelFailure(.invalidAnswer)
    }
    let sent = failure.mayHaveSent ? plan.messages.count : 0
    return Made(
      draft: try await reader.compute(plan.onBox), place: sent > 0 ? model.place : Place.thisServer,
      messagesSent: sent, notice: failure.notice(place: model.place))
  }

  /// The output, and every message that a word of it rests on.
  private func output(
    of draft: Draft, _ plan: FeaturePlan, _ receipt: AIReceipt
  ) -> (output: AIOutput, cited: [MessageID]) {
    let check = DraftCheck(messages: plan.messages)
    let sentences = check.points(draft.sentences)
    let points = check.points(draft.points)
    let contributions = check.points(draft.contributions)
    var seen = Set<MessageID>()
    let cited = (sentences + points + contributions).flatMap(\.citations).map(\.message)
      .filter { seen.insert($0).inserted }
    let now = clock.now
    let output = AIOutput(
      id: identifiers.next(), kind: plan.kind, conversation: plan.conversation, title: check.plain(draft.title),
      text: sentences.isEmpty ? check.plain(draft.fallbackText) : sentences.map(\.text).joined(separator: " "),
      points: points, contributions: contributions, slots: draft.slots, isFound: draft.isFound,
      confidence: draft.confidence, reason: check.plain(draft.reason), receipt: receipt,
      createdAt: now, expiresAt: now.adding(seconds: Int64(configuration.outputDays) * 86_400))
    return (output, cited)
  }
}
