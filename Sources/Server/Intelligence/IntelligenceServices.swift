import AIProviders
import Dispatch
import Domain
import ServerCore

/// The AI of one server: every feature, wired.
package final class IntelligenceServices: Sendable {
  package let configuration: IntelligenceConfiguration
  package let engine: OnBoxEngine
  /// Where all of it takes the model that is asked.
  package let models: ModelSource
  package let reader: IntelligenceReader
  package let people: PeopleDirectory
  package let preferences: PreferenceService
  package let opinions: OpinionService
  package let outputs: OutputService
  package let ledger: LedgerService
  package let features: FeatureGate
  package let runner: AIRunner
  package let worker: MessageWorker
  package let pipeline: Pipeline
  package let modelPass: ModelPass
  /// Keeps what is urgent for whom up to date as time passes and people change their minds.
  package let priorityKeeper: PriorityKeeper
  package let calls: AICalls
  package let vectors: VectorIndex
  /// `nil` when texts are embedded on this server only.
  package let remoteEmbeddings: RemoteEmbeddings?
  package let remoteIndexer: RemoteIndexer?
  package let search: SmartSearch
  package let answers: AnswerService
  package let summaries: SummaryService
  package let insights: InsightService
  package let priority: PriorityService
  package let scheduling: SchedulingService
  package let assistant: AssistantService

  /// `work` answers requests, `background` carries the pipeline: neither may carry the chat.
  /// `models` is what may be replaced while the server runs, in the place of `model` and `prices`.
  package init(
    store: any ServerStore & IntelligenceStore & FeatureStore, commands: any CommandPerformer, engine: OnBoxEngine,
    model: (any TextModel)? = nil, embedding: (any EmbeddingModel)? = nil, prices: ModelPrices? = nil,
    models: ModelSource? = nil, configuration: IntelligenceConfiguration = IntelligenceConfiguration(),
    work: any WorkExecutor,
    background: any WorkExecutor, clock: any WallClock, identifiers: any IdentifierSource, calls: AICalls = AICalls(),
    monotonicNow: @escaping @Sendable () -> UInt64 = { DispatchTime.now().uptimeNanoseconds }
  ) {
    self.configuration = configuration
    self.engine = engine
    let models = models ?? ModelSource(model, prices: prices)
    self.models = models
    self.calls = calls
    reader = IntelligenceReader(store: store, work: work, patience: configuration.requestPatience)
    people = PeopleDirectory(store: store)
    preferences = PreferenceService(reader: reader, commands: commands, clock: clock)
    outputs = OutputService(reader: reader, commands: commands, clock: clock, calls: calls)
    ledger = LedgerService(reader: reader, clock: clock)
    features = FeatureGate(reader: reader, people: people, commands: commands)
    runner = AIRunner(
      reader: reader, commands: commands, preferences: preferences,
      features: features, models: models, configuration: configuration, clock: clock, identifiers: identifiers,
      calls: calls, monotonicNow: monotonicNow)
    opinions = OpinionService(reader: reader, commands: commands, clock: clock, models: models)
    worker = MessageWorker(
      engine: engine, store: store, people: people, clock: clock, identifiers: identifiers)
    vectors = VectorIndex(
      store: store, embedder: engine.embedder?.name ?? "", byteLimit: configuration.vectorBytes)
    pipeline = Pipeline(
      reader: IntelligenceReader(store: store, work: background), commands: commands, configuration: configuration,
      clock: clock, monotonicNow: monotonicNow, queueDepth: { store.queueDepth },
      isStopped: {
        let rollouts = try store.rollouts()
        return [Feature.ai, .pipeline].contains { rollouts[$0]?.isStopped == true }
      },
      prepare: { engine.embedder?.prepare() }
    ) { [worker] in worker.workUnasked(on: $0) }
    pipeline.observe { [features] worked in
      for sender in Set(worked.map(\.message.sender)) { await features.noteReach(of: .pipeline, to: sender) }
    }
    pipeline.observe { [vectors] worked in
      for (conversation, messages) in Dictionary(grouping: worked, by: \.conversation) {
        vectors.changed(conversation, seqs: messages.map(\.message.seq))
      }
    }
    let background = IntelligenceReader(store: store, work: background)
    priorityKeeper = PriorityKeeper(
      reader: background, commands: commands, people: people, isOn: configuration.isOn, clock: clock)
    let remote = embedding.map { [runner] in
      RemoteEmbeddings(model: $0, store: store, runner: runner, byteLimit: configuration.vectorBytes)
    }
    let indexer = remote.map { [runner] in
      RemoteIndexer(
        embeddings: $0, reader: background, commands: commands, runner: runner, isOn: configuration.isOn, clock: clock)
    }
    modelPass = ModelPass(
      model: { models.now }, reader: background, commands: commands, runner: runner, people: people, features: features,
      embedder: engine.embedder, configuration: configuration, clock: clock, identifiers: identifiers,
      isStopped: {
        let rollouts = try store.rollouts()
        return [Feature.ai, .pipeline, .model, .modelPass].contains { rollouts[$0]?.isStopped == true }
      })
    remoteEmbeddings = remote
    remoteIndexer = indexer
    pipeline.observe { worked in
      for (conversation, messages) in Dictionary(grouping: worked, by: \.conversation) {
        remote?.changed(conversation, seqs: messages.map(\.message.seq))
      }
      indexer?.wake()
    }
    let retriever = Retriever(engine: engine, vectors: vectors, people: people, remote: remote)
    search = SmartSearch(runner: runner, reader: reader, retriever: retriever, pipeline: pipeline)
    answers = AnswerService(
      runner: runner, reader: reader, retriever: retriever, people: people, engine: engine,
      configuration: configuration, clock: clock)
    summaries = SummaryService(
      runner: runner, reader: reader, people: people, vectors: vectors, engine: engine, configuration: configuration,
      clock: clock)
    let extraction = ModelExtraction(
      runner: runner, reader: reader, people: people, commands: commands, worker: worker, embedder: engine.embedder,
      configuration: configuration, clock: clock, identifiers: identifiers)
    insights = InsightService(
      reader: reader, runner: runner, commands: commands, worker: worker, extraction: extraction, clock: clock,
      identifiers: identifiers)
    priority = PriorityService(reader: reader, runner: runner, people: people, commands: commands, clock: clock)
    scheduling = SchedulingService(
      runner: runner, reader: reader, people: people, insights: insights, outputs: outputs, engine: engine,
      commands: commands, clock: clock)
    let functions = FunctionRunner(
      reader: reader, people: people, summaries: summaries, search: search, answers: answers, insights: insights,
      priority: priority, scheduling: scheduling, engine: engine, clock: clock, identifiers: identifiers)
    assistant = AssistantService(
      runner: runner, reader: reader, people: people, commands: commands, functions: functions, insights: insights,
      priority: priority, configuration: configuration, clock: clock, identifiers: identifiers)
  }

  /// What the AI can do for the user now.
  package func status(for user: UserID) async throws(Refusal) -> AIStatus {
    let progress = try await pipeline.progress()
    let profile = try await reader.compute { [people] in try people.profile(user) }
    let model = profile.has(.model) ? models.now : nil
    return AIStatus(
      isOn: configuration.isOn && profile.has(.ai), hasEmbeddings: engine.embedder != nil,
      model: model?.name,
      place: model?.place ?? AIReceipt.thisServer,
      requestsToday: try await runner.requestsToday(of: user),
      requestsADay: configuration.requestsADay, waitingMessages: progress.due,
      embeddingModel: remoteEmbeddings?.name, embeddingNotice: remoteEmbeddings?.notice)
  }

  /// Begins to work on messages in the background.
  package func start() {
    pipeline.start()
    modelPass.start()
    priorityKeeper.start()
    remoteIndexer?.start()
  }

  /// Returns when the AI writes nothing more.
  package func stop() async {
    await pipeline.stop()
    await modelPass.stop()
    await priorityKeeper.stop()
    await remoteIndexer?.stop()
  }
}
