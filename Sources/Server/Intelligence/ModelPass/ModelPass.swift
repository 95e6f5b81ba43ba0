import AIProviders
import Domain
import ServerCore
import Synchronization

/// Has the connected model read what is new in each conversation, once it is quiet, and refines
/// what this server has found there: one sequence of gathering, asking, checking and keeping.
///
/// Stands beside the pipeline and comes after it: what this server finds is there at once, and a
/// provider that hangs holds up nothing but this. A conversation is read by whoever holds the lease
/// that the store gives; what came of it is kept with how far was read in one transaction, or not
/// at all. So a process that ends in between loses nothing but the price of the request, and two
/// make nothing twice.
package final class ModelPass: Sendable {
  /// Seconds that a turn may take beyond the model's own time.
  private static let leaseSlack: Int64 = 60
  /// Seconds to the next turn at any conversation after failures of the provider in a row.
  private static let pauses: [Int64] = [30, 120, 600]
  /// Seconds after which a spent budget is looked at again.
  private static let budgetPause: Int64 = 900

  private struct State: Sendable {
    var failures = 0
    var notBefore: Timestamp?
  }

  /// What one turn works with.
  private struct Turn: Sendable {
    let waiting: WaitingPass
    let lease: PassLease
    let material: PassMaterial
    let model: any TextModel

    var conversation: ConversationID { waiting.conversation }
  }

  private let model: @Sendable () -> (any TextModel)?
  private let reader: IntelligenceReader
  private let commands: any CommandPerformer
  private let runner: AIRunner
  private let people: PeopleDirectory
  private let features: FeatureGate
  private let embedder: (any SentenceEmbedder)?
  private let configuration: IntelligenceConfiguration
  private let clock: any WallClock
  private let identifiers: any IdentifierSource
  private let isStopped: @Sendable () throws -> Bool
  private let loop: BatchLoop
  private let state = Mutex(State())

  /// `reader` must run its work on threads that the chat does not use. While `isStopped`, which is
  /// asked where `reader` reads, or `model` answers `nil`, nothing is read.
  package init(
    model: @escaping @Sendable () -> (any TextModel)?, reader: IntelligenceReader, commands: any CommandPerformer,
    runner: AIRunner, people: PeopleDirectory, features: FeatureGate, embedder: (any SentenceEmbedder)?,
    configuration: IntelligenceConfiguration, clock: any WallClock, identifiers: any IdentifierSource,
    isStopped: @escaping @Sendable () throws -> Bool
  ) {
    self.model = model
    self.reader = reader
    self.commands = commands
    self.runner = runner
    self.people = people
    self.features = features
    self.embedder = embedder
    self.configuration = configuration
    self.clock = clock
    self.identifiers = identifiers
    self.isStopped = isStopped
    loop = BatchLoop(pollSeconds: configuration.passPollSeconds)
  }

  /// Reads from now on, until `stop`. Does nothing when the AI is off.
  package func start() {
    guard configuration.isOn else { return }
    loop.start { [self] in await runBatch() }
  }

  /// Returns when nothing more is written.
  package func stop() async {
    await loop.stop()
  }

  /// Reads one conversation. 0 when none is to be read now.
  @discardableResult
  package func runBatch() async -> Int {
    let now = clock.now
    guard let model = model(), state.withLock({ $0.notBefore.map { $0 <= now } ?? true }) else { return 0 }
    do throws(Refusal) {
      guard let waiting = try await next(at: now) else { return 0 }
      let lease: PassLease = identifiers.next()
      let time = Int64(configuration.modelDeadline.rounded(.up)) + Self.leaseSlack
      try await perform(.begin(waiting.conversation, lease, until: now.adding(seconds: time)))
      return try await read(waiting, lease, model)
    } catch {
      // A store that cannot be read now, or somebody else was first: the next look finds what
      // waits.
      return 0
    }
  }

  private func next(at now: Timestamp) async throws(Refusal) -> WaitingPass? {
    let rule = PassRule(
      quietSince: now.adding(seconds: -configuration.passQuietSeconds), many: configuration.passMessages)
    return try await reader.read { [isStopped] store in
      try isStopped() ? nil : store.waitingPasses(rule, at: now, limit: 1).first
    }
  }

  private func read(
    _ waiting: WaitingPass, _ lease: PassLease, _ model: any TextModel
  ) async throws(Refusal) -> Int {
    let (people, configuration, now) = (people, configuration, clock.now)
    let gathered = try await reader.read { store in
      try PassGathering(store: store, people: people, configuration: configuration, now: now).gather(waiting)
    }
    guard case .material(let material) = gathered else {
      if case .nothing(let seq) = gathered { try await perform(.skip(waiting.conversation, lease, to: seq)) }
      return 1
    }
    for sender in material.authors { await features.noteReach(of: .modelPass, to: sender) }
    let turn = Turn(waiting: waiting, lease: lease, material: material, model: model)
    let tokens = ModelMaterial.tokens(ofCharacters: material.prompt.material.utf8.count)
    guard try await runner.budget.reserve(background: tokens) else {
      rest(seconds: Self.budgetPause)
      try await fail(turn, isCounted: false)
      return 0
    }
    defer { runner.budget.release(background: tokens) }
    let answer: ModelAnswer
    do throws(ModelFailure) {
      answer = try await ask(turn)
      state.withLock { $0 = State() }
    } catch {
      if error.mayHaveSent { try await note(nil, turn) }
      if error.isProviders { pause() }
      try await fail(turn, isCounted: !error.isProviders || error.kind == .timedOut)
      return 1
    }
    try await note(answer, turn)
    try await keep(answer, turn)
    return 1
  }

  private func ask(_ turn: Turn) async throws(ModelFailure) -> ModelAnswer {
    var request = turn.material.prompt.request(deadline: configuration.modelDeadline)
    // Nobody's: what happens to it is not held against anybody's requests, and it takes no more
    // than one person's part of those under way.
    request.asker = "model pass"
    return try await turn.model.complete(request)
  }

  /// Keeps what holds of the answer. An answer of another form counts as failed, and one that comes
  /// after somebody has forbidden it is forgotten.
  private func keep(_ answer: ModelAnswer, _ turn: Turn) async throws(Refusal) {
    guard let output = answer.json.flatMap(PassPrompt.Output.init) else { return try await fail(turn, isCounted: true) }
    let (embedder, identifiers, now) = (embedder, identifiers, clock.now)
    let work = try await reader.read { [isStopped] store -> PassWork? in
      var consent = RemoteConsent(store: store)
      guard try consent.allows(turn.conversation), try !isStopped() else { return nil }
      let model = turn.model.nameToShow(answer.model)
      let claims = ModelClaims(
        about: turn.material.shown, turn.material.readers, members: turn.material.members, by: model,
        embedder: embedder, identifiers: identifiers, at: now)
      return PassCheck(material: turn.material, claims: claims, model: model, now: now)
        .work(on: output, in: turn.conversation, turn.lease)
    }
    guard let work else { return try await perform(.skip(turn.conversation, turn.lease, to: turn.material.seq)) }
    try await perform(.keep(work))
  }

  private func fail(_ turn: Turn, isCounted: Bool) async throws(Refusal) {
    try await perform(.fail(turn.conversation, turn.lease, wanting: turn.material.seq, isCounted: isCounted))
  }

  private func perform(_ command: PassCommand) async throws(Refusal) {
    _ = try await commands.perform(.intelligence(.pass(command)))
  }

  private func pause() {
    let failures = state.withLock { state in
      state.failures += 1
      return state.failures
    }
    rest(seconds: Self.pauses[min(failures, Self.pauses.count) - 1])
  }

  private func rest(seconds: Int64) {
    let end = clock.now.adding(seconds: seconds)
    state.withLock { $0.notBefore = end }
  }

  /// In the ledger of everybody whose words were sent, by how much each wrote; `nil`: no answer
  /// came. It is no request of theirs, and counts for the workspace only.
  private func note(_ answer: ModelAnswer?, _ turn: Turn) async throws(Refusal) {
    let usage = answer?.usage ?? .none
    let all = max(1, turn.material.shares.values.reduce(0) { $0 + $1.characters })
    for (user, part) in turn.material.shares {
      let share = OutputRecords.Share(
        feature: "readConversations", model: answer.map { turn.model.nameToShow($0.model) } ?? turn.model.name,
        place: turn.model.place, prices: turn.model.prices, messages: part.messages,
        conversations: [turn.conversation],
        usage: ModelUsage(
          inputTokens: usage.inputTokens * part.characters / all,
          outputTokens: usage.outputTokens * part.characters / all))
      try await runner.records.note(share, for: user)
    }
  }
}

extension ModelFailure {
  /// The provider's trouble, whatever it was asked.
  fileprivate var isProviders: Bool {
    switch kind {
    case .unauthorized, .rateLimited, .overloaded, .unreachable, .timedOut, .interrupted, .circuitOpen, .cancelled: true
    case .invalidRequest, .tooLong, .refused, .invalidAnswer: false
    }
  }
}
