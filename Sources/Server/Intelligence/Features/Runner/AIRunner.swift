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
    reader: IntelligenceReader, commands: any CommandPerformer,
    preferences: PreferenceService, model: (any TextModel)?, prices: ModelPrices?,
    configuration: IntelligenceConfiguration, clock: any WallClock, identifiers: any IdentifierSource,
    monotonicNow: @escaping @Sendable () -> UInt64
  ) {
    self.reader = reader
    self.preferences = preferences
    budget = Budget(reader: reader, configuration: configuration, clock: clock)
    records = OutputRecords(
      reader: reader, commands: commands, prices: prices, configuration: configuration, clock: clock,
      identifiers: identifiers)
    self.model = model
    self.configuration = configuration
    self.clock = clock
    self.identifiers = identifiers
    gate = RequestGate(
      RequestGate.Limits(
        underWay: configuration.requestsAtOnce, waiting: configuration.requestsWaiting,
        all: configuration.requestsOfAll, patience: configuration.requestPatience))
    self.monotonicNow = monotonicNow
  }

  /// The asker's preferences. Throws `forbidden` when the intelligence is off for the server or for them: ask before reading anything.
  package func admit(_ asker: UserID) async throws(Refusal) -> AIPreferences {
    guard configuration.isOn else { throw Self.isOff }
    let preferences = try await preferences.preferences(of: asker)
    guard preferences.isOn else { throw Refusal(.forbidden, "You have switched the intelligence off.") }
    return preferences
  }

  private static let isOff = Refusal(.forbidden, "The intelligence of this server is switched off.")

  /// Throws `forbidden` when the intelligence is off in the conversation.
  package func admit(_ outline: ConversationOutline) throws(Refusal) {
    guard outline.isIntelligenceOn else {
      throw Refusal(.forbidden, "The intelligence is switched off in this conversation.")
    }
  }

  /// Requests of the user's last 24 hours that were not answered from the cache.
  package func requestsToday(of user: UserID) async throws(Refusal) -> Int {
    try await budget.requests(of: user)
  }

  // MARK: The gate

  /// Carries `body` out when it is the asker's turn. Everything that somebody asks of the intelligence goes through here; what a request causes belongs to
  /// it. `asksModel`: it may wait for a model elsewhere. Throws `forbidden` where switched off, `rateLimited` and `overloaded` where too much is asked at once.
  package func admitted<Value: Sendable>(
    _ asker: UserID, asksModel: Bool = false, _ body: @Sendable (AIPreferences) async throws(Refusal) -> Value
  ) async throws(Refusal) -> Value {
    guard RequestGate.asker != asker else { return try await body(try await admit(asker)) }
    try await enter(asker, asksModel: asksModel)
    defer { leave(asker, asksModel: asksModel) }
    return try await within(asker) { () async throws(Refusal) -> Value in
      try await body(try await admit(asker))
    }
  }

  /// Returns when it is the asker's turn; for answers that are given bit by bit. One `leave` must follow.
  func enter(_ asker: UserID, asksModel: Bool) async throws(Refusal) {
    guard configuration.isOn else { throw Self.isOff }
    try await gate.enter(lane(of: asker, asksModel))
  }

  func leave(_ asker: UserID, asksModel: Bool) {
    gate.leave(lane(of: asker, asksModel))
  }

  private func lane(of asker: UserID, _ asksModel: Bool) -> RequestGate.Lane {
    RequestGate.Lane(asker: asker, asksModel: asksModel && model != nil)
  }

  /// Carries `body` out as a part of the asker's request, which has entered.
  func within<Value: Sendable>(
    _ asker: UserID, _ body: () async throws(Refusal) -> Value
  ) async throws(Refusal) -> Value {
    let result = await RequestGate.$asker.withValue(asker) { () async -> Result<Value, Refusal> in
      do throws(Refusal) { return .success(try await body()) } catch { return .failure(error) }
    }
    return try result.get()
  }

  // MARK: Outputs

  /// Makes an output for the asker, or answers with an equal earlier one, and keeps it with its receipt.
  ///
  /// `prepare` reads for the asker, and is called again when what it read has changed before the output was kept.
  /// Throws `forbidden` where switched off, `rateLimited` beyond the budget, and what `prepare` throws.
  package func run(
    for asker: UserID, asksModel: Bool = true,
    _ prepare: @Sendable (AIPreferences) async throws(Refusal) -> FeaturePlan
  ) async throws(Refusal) -> AIOutput {
    try await admitted(asker, asksModel: asksModel) { preferences throws(Refusal) in
      for _ in 0..<Self.attempts {
        let plan = try await prepare(preferences)
        for outline in plan.outlines { try admit(outline) }
        if let output = try await carryOut(plan, for: asker, preferences) { return output }
      }
      throw Refusal(.overloaded, "The messages changed while they were being read.", retryAfter: 1)
    }
  }

  // MARK: Models

  /// The model that may read what was said in these conversations for somebody with these preferences, or why there is none.
  package func modelNow(
    for asker: UserID, _ preferences: AIPreferences, reading conversations: [ConversationID]
  ) async throws(Refusal) -> (model: (any TextModel)?, notice: String?) {
    guard let model, preferences.allowsRemoteModels else { return (nil, nil) }
    guard try await allowModels(conversations) else { return (nil, RemoteConsent.notice) }
    if let notice = try await budget.notice(for: asker) { return (nil, notice) }
    return (AskersModel(model: model, asker: asker), nil)
  }

  /// Whether everybody in all of these conversations lets models elsewhere read.
  func allowModels(_ conversations: some Collection<ConversationID> & Sendable) async throws(Refusal) -> Bool {
    guard !conversations.isEmpty else { return true }
    return try await reader.read { store in
      var consent = RemoteConsent(store: store)
      return try consent.allows(all: conversations)
    }
  }

  /// Reserves one request of the asker to a model, of about so many tokens. Throws `rateLimited` when their 24 hours are used up.
  func reserve(_ asker: UserID, tokens: Int) async throws(Refusal) -> Budget.Reservation {
    try await budget.reserve(asker, tokens: tokens)
  }

  func release(_ reservation: Budget.Reservation) {
    budget.release(reservation)
  }

  /// Whether the workspace may ask models for more now.
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
    _ plan: FeaturePlan, for asker: UserID, _ preferences: AIPreferences
  ) async throws(Refusal) -> AIOutput? {
    var choice: (model: (any TextModel)?, notice: String?) = (nil, nil)
    if plan.model != nil { choice = try await modelNow(for: asker, preferences, reading: plan.conversationIDs) }
    let key = CacheKey.of(plan, model: choice.model?.name ?? OnBoxEngine.version)
    if plan.isCacheable, let cached = try await records.cached(key, plan, notice: choice.notice, for: asker) {
      return cached
    }
    // Nothing to read: nothing to pay for, and nothing to keep. Times to meet need nothing to be said, and are kept to be chosen from.
    guard !plan.messages.isEmpty || plan.kind == .meeting else {
      let draft = try await reader.compute(plan.onBox)
      return self.output(of: draft, plan, self.receipt(of: plan, choice.notice)).output
    }
    let tokens = choice.model == nil ? 0 : ModelMaterial.tokens(of: plan.messages, configuration)
    let reservation = try await budget.reserve(asker, tokens: tokens)
    defer { budget.release(reservation) }
    let start = monotonicNow()
    var made = try await make(plan, model: reservation.notice == nil ? choice.model : nil)
    made.notice = made.notice ?? reservation.notice
    var receipt = self.receipt(of: plan, made.notice ?? choice.notice)
    receipt.model = made.draft.modelName ?? OnBoxEngine.version
    receipt.place = made.place
    receipt.messagesSent = made.messagesSent
    receipt.inputTokens = made.draft.usage.inputTokens
    receipt.outputTokens = made.draft.usage.outputTokens
    receipt.milliseconds = Int((monotonicNow() &- start) / 1_000_000)
    let (output, cited) = self.output(of: made.draft, plan, receipt)
    let isKept = made.notice == nil && plan.notice == nil && plan.isCacheable
    // A model may put anything that it has read into any sentence.
    let sources =
      made.draft.modelName == nil ? cited + made.draft.titleSources : plan.messages.map(\.message.id)
    return try await records.keep(output, plan, cacheKey: isKept ? key : nil, sources: sources, for: asker)
      ? output : nil
  }

  private func receipt(of plan: FeaturePlan, _ notice: String?) -> AIReceipt {
    AIReceipt(
      model: OnBoxEngine.version, place: Place.thisServer, messagesRead: plan.messages.count,
      notice: notice ?? plan.notice)
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
