import AIProviders
import Domain
import ServerCore

/// The one door to what features compute for people. A question goes one way through it: admitted
/// (`output`), gathered by its feature, then taken from the cache or made, checked and kept
/// (`cachedOrMade`).
///
/// A provider that does not answer holds only the request that asked it: no lock, thread or
/// transaction is held while a model thinks.
package final class AIRunner: Sendable {
  /// How often a request is made anew when its messages change while it is made.
  private static let attempts = 2

  private let reader: IntelligenceReader
  private let preferences: PreferenceService
  let budget: Budget
  let records: OutputRecords
  private let models: ModelSource
  private let configuration: IntelligenceConfiguration
  private let clock: any WallClock
  private let identifiers: any IdentifierSource
  private let features: FeatureGate
  private let gate: RequestGate
  private let monotonicNow: @Sendable () -> UInt64

  /// `monotonicNow` gives nanoseconds that never fall.
  package init(
    reader: IntelligenceReader, commands: any CommandPerformer,
    preferences: PreferenceService, features: FeatureGate, models: ModelSource,
    configuration: IntelligenceConfiguration, clock: any WallClock, identifiers: any IdentifierSource,
    calls: AICalls, monotonicNow: @escaping @Sendable () -> UInt64
  ) {
    self.reader = reader
    self.preferences = preferences
    self.features = features
    budget = Budget(reader: reader, configuration: configuration, clock: clock)
    records = OutputRecords(
      reader: reader, commands: commands, configuration: configuration, clock: clock, identifiers: identifiers,
      calls: calls)
    self.models = models
    self.configuration = configuration
    self.clock = clock
    self.identifiers = identifiers
    gate = RequestGate(
      RequestGate.Limits(
        underWay: configuration.requestsAtOnce, waiting: configuration.requestsWaiting,
        all: configuration.requestsOfAll, patience: configuration.requestPatience))
    self.monotonicNow = monotonicNow
  }

  /// The asker's preferences. Throws `forbidden` when the AI is off for the server or for them, or
  /// the feature does not reach them: ask before reading anything.
  package func admit(_ asker: UserID, to feature: Feature = .ai) async throws(Refusal) -> AIPreferences {
    guard configuration.isOn else { throw Self.isOff }
    try await features.admit(asker, to: feature)
    let preferences = try await preferences.preferences(of: asker)
    guard preferences.isOn else { throw Refusal(.forbidden, "You have switched the AI off.") }
    return preferences
  }

  private static let isOff = Refusal(.forbidden, "The AI of this server is switched off.")

  /// Throws `forbidden` when the AI is off in the conversation.
  package func admit(_ outline: ConversationOutline) throws(Refusal) {
    guard outline.isIntelligenceOn else {
      throw Refusal(.forbidden, "The AI is switched off in this conversation.")
    }
  }

  /// Requests of the user's last 24 hours that were not answered from the cache.
  package func requestsToday(of user: UserID) async throws(Refusal) -> Int {
    try await budget.requests(of: user)
  }

  // MARK: The gate

  /// Carries `body` out when it is the asker's turn. Everything that somebody asks of the AI goes
  /// through here; what a request causes belongs to it. `asksModel`: it may wait for a model
  /// elsewhere. Throws `forbidden` where switched off, `rateLimited` and `overloaded` where too
  /// much is asked at once.
  package func admitted<Value: Sendable>(
    _ asker: UserID, to feature: Feature = .ai, asksModel: Bool = false,
    _ body: @Sendable (AIPreferences) async throws(Refusal) -> Value
  ) async throws(Refusal) -> Value {
    guard RequestGate.asker != asker else { return try await body(try await admit(asker, to: feature)) }
    let lane = try await enter(asker, asksModel: asksModel)
    defer { leave(lane) }
    return try await within(asker) { () async throws(Refusal) -> Value in
      try await body(try await admit(asker, to: feature))
    }
  }

  /// Returns when it is the asker's turn; for answers that are given bit by bit. One `leave` must
  /// follow, of the lane that is answered: whether there is a model may change in between.
  func enter(_ asker: UserID, asksModel: Bool) async throws(Refusal) -> RequestGate.Lane {
    guard configuration.isOn else { throw Self.isOff }
    let lane = RequestGate.Lane(asker: asker, asksModel: asksModel && models.now != nil)
    try await gate.enter(lane)
    return lane
  }

  func leave(_ lane: RequestGate.Lane) {
    gate.leave(lane)
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

  /// Admits the asker, and gives what `attempt` makes for them: one more time when that is `nil`,
  /// as what it had gathered changed before it was kept. Throws `forbidden` where switched off,
  /// `rateLimited` beyond the budget, and what `attempt` throws.
  func output(
    for asker: UserID, of feature: Feature, asksModel: Bool = true,
    _ attempt: @Sendable (AIPreferences) async throws(Refusal) -> AIOutput?
  ) async throws(Refusal) -> AIOutput {
    try await admitted(asker, to: feature, asksModel: asksModel) { preferences throws(Refusal) in
      for _ in 0..<Self.attempts {
        if let output = try await attempt(preferences) { return output }
      }
      throw Refusal(.overloaded, "The messages changed while they were being read.", retryAfter: 1)
    }
  }

  /// An equal earlier output, or else one that is made, checked and kept with its receipt; `nil`
  /// when the messages have changed meanwhile.
  ///
  /// `onBox` computes and reads nothing. `byModel` is `nil` when no model can do it better; what it
  /// throws counts as the model's failure, and the box takes its place.
  func cachedOrMade(
    _ request: OutputRequest, onBox: @escaping @Sendable () throws -> Draft,
    byModel: (@Sendable (any TextModel) async throws -> Draft)? = nil
  ) async throws(Refusal) -> AIOutput? {
    for outline in request.outlines { try admit(outline) }
    var choice: (model: (any TextModel)?, notice: String?) = (nil, nil)
    if byModel != nil {
      choice = try await modelNow(for: request.asker, request.preferences, reading: request.conversations)
    }
    let key = CacheKey.of(request, model: choice.model?.name ?? OnBoxEngine.version)
    if request.isCacheable, let cached = try await records.cached(key, request, notice: choice.notice) { return cached }
    // Nothing to read: nothing to pay for, and nothing to keep. Times to meet need nothing to be
    // said, and are kept to be chosen from.
    guard !request.messages.isEmpty || request.kind == .meeting else {
      return checked(Made(draft: try await reader.compute(onBox), notice: choice.notice), request).output
    }
    let tokens = choice.model == nil ? 0 : ModelMaterial.tokens(of: request.messages, configuration)
    let reservation = try await budget.reserve(request.asker, tokens: tokens)
    defer { budget.release(reservation) }
    let start = monotonicNow()
    var made = try await make(request, by: reservation.notice == nil ? choice.model : nil, byModel, onBox)
    made.milliseconds = Int((monotonicNow() &- start) / 1_000_000)
    made.notice = made.notice ?? reservation.notice
    // What went otherwise than asked is not given again.
    let cacheKey = made.notice == nil && request.notice == nil && request.isCacheable ? key : nil
    made.notice = made.notice ?? choice.notice
    let (output, sources) = checked(made, request)
    let isKept = try await records.keep(
      output, request, cacheKey: cacheKey, sources: sources, prices: choice.model?.prices)
    return isKept ? output : nil
  }

  /// A draft, and what it took.
  private struct Made: Sendable {
    var draft: Draft
    var place = AIReceipt.thisServer
    var messagesSent = 0
    var milliseconds = 0
    var notice: String?
  }

  private func make(
    _ request: OutputRequest, by model: (any TextModel)?,
    _ byModel: (@Sendable (any TextModel) async throws -> Draft)?, _ onBox: @escaping @Sendable () throws -> Draft
  ) async throws(Refusal) -> Made {
    guard let model, let byModel, !request.messages.isEmpty else {
      return Made(draft: try await reader.compute(onBox))
    }
    do {
      var draft = try await byModel(model)
      draft.modelName = model.nameToShow(draft.modelName ?? model.name)
      guard DraftCheck(messages: request.messages).isUsable(draft) else { throw ModelFailure(.invalidAnswer) }
      return Made(draft: draft, place: model.place, messagesSent: draft.messagesSent)
    } catch let refusal as Refusal {
      throw refusal
    } catch {
      let failure = error as? ModelFailure ?? ModelFailure(.invalidAnswer)
      let sent = failure.mayHaveSent ? request.messages.count : 0
      return Made(
        draft: try await reader.compute(onBox), place: sent > 0 ? model.place : AIReceipt.thisServer,
        messagesSent: sent,
        notice: failure.notice(place: model.place))
    }
  }

  /// Of a draft only what cites a message that was read for the asker, and each message that a word
  /// of it may come from.
  private func checked(_ made: Made, _ request: OutputRequest) -> (output: AIOutput, sources: [MessageID]) {
    let draft = made.draft
    let check = DraftCheck(messages: request.messages)
    let sentences = check.points(draft.sentences)
    let points = check.points(draft.points)
    let contributions = check.points(draft.contributions)
    let now = clock.now
    let output = AIOutput(
      id: request.id ?? identifiers.next(), kind: request.kind, conversation: request.conversation,
      title: check.plain(draft.title),
      text: sentences.isEmpty ? check.plain(draft.fallbackText) : sentences.map(\.text).joined(separator: " "),
      points: points, contributions: contributions, slots: draft.slots, isFound: draft.isFound,
      confidence: draft.confidence, reason: check.plain(draft.reason),
      receipt: AIReceipt(
        model: draft.modelName ?? OnBoxEngine.version, place: made.place, messagesRead: request.messages.count,
        messagesSent: made.messagesSent, inputTokens: draft.usage.inputTokens, outputTokens: draft.usage.outputTokens,
        milliseconds: made.milliseconds, notice: made.notice ?? request.notice, version: ProductVersion.current),
      createdAt: now, expiresAt: now.adding(seconds: Int64(configuration.outputDays) * 86_400))
    // A model may put anything that it has read into any sentence.
    guard draft.modelName == nil else { return (output, request.messages.map(\.message.id)) }
    var seen = Set<MessageID>()
    let cited = (sentences + points + contributions).flatMap(\.citations).map(\.message)
    return (output, cited.filter { seen.insert($0).inserted } + draft.titleSources)
  }

  // MARK: Models

  /// The model that may read what was said in these conversations for somebody with these
  /// preferences, or why there is none.
  package func modelNow(
    for asker: UserID, _ preferences: AIPreferences, reading conversations: [ConversationID]
  ) async throws(Refusal) -> (model: (any TextModel)?, notice: String?) {
    guard let model = models.now, preferences.allowsRemoteModels, try await features.isEnabled(.model, for: asker)
    else {
      return (nil, nil)
    }
    guard try await allowModels(conversations) else { return (nil, RemoteConsent.notice) }
    if let notice = try await budget.notice(for: asker) { return (nil, notice) }
    return (AttributedModel(model: model, asker: asker), nil)
  }

  /// Whether everybody in all of these conversations lets models elsewhere read.
  func allowModels(_ conversations: some Collection<ConversationID> & Sendable) async throws(Refusal) -> Bool {
    guard !conversations.isEmpty else { return true }
    return try await reader.read { store in
      var consent = RemoteConsent(store: store)
      return try consent.allows(all: conversations)
    }
  }
}
