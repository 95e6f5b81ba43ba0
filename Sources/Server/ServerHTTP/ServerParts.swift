import Domain
import Foundation
import Hummingbird
import Intelligence
import Logging
import NIOCore
import NIOPosix
import ServerCore
import Synchronization

/// The wiring of one server.
final class ServerParts: Sendable {
  let context: ServerContext
  let services: RestServices
  let reminderKeeper: ReminderKeeper
  let digestKeeper: DigestKeeper
  let table: RouteTable
  /// For the frameworks underneath, which say at `info` what we say better.
  let quietLogger: Logger
  private let configuration: ServerConfiguration
  private let logger: Logger
  private let group: MultiThreadedEventLoopGroup
  private let pool: NIOThreadPool
  private let searchPool: NIOThreadPool
  private let fanOut: EventLoopFanOut
  private let requestThreads = IntelligenceThreads.forRequests()
  private let pipelineThreads = IntelligenceThreads.inBackground()
  private let expiry: ExpiryKeeper
  private let retentionKeeper: RetentionKeeper
  private let fileKeeper: FileKeeper?
  /// `nil` where nothing is traced.
  let spanSender: SpanSender?
  private let jobLease: (any JobLease)?
  /// Something was committed that there may be work on.
  private let wakeJobs: @Sendable () -> Void
  /// `nil` where no other server uses the store, and this one does all work.
  private let jobs = Mutex<JobKeeper?>(nil)
  private let ticking = Mutex<[RepeatedTask]>([])
  private let isClosed = Mutex(false)
  private let control = Mutex<(any Channel)?>(nil)

  init(
    _ configuration: ServerConfiguration, store: any WorkspaceStore,
    dependencies: ServerDependencies, logger: Logger
  ) {
    self.configuration = configuration
    self.logger = logger
    jobLease = dependencies.jobLease
    var quietLogger = logger
    quietLogger.logLevel = max(logger.logLevel, .warning)
    self.quietLogger = quietLogger
    let threads = configuration.threads > 0 ? configuration.threads : System.coreCount
    group = MultiThreadedEventLoopGroup(numberOfThreads: threads)
    pool = NIOThreadPool(numberOfThreads: max(2, threads))
    pool.start()
    searchPool = NIOThreadPool(numberOfThreads: max(1, threads / 2))
    searchPool.start()
    fanOut = EventLoopFanOut(group: group)
    let work = ThreadPoolWork(pool: pool)
    let tokens = AccessTokens(store: store)
    var limits = configuration.limits
    if !configuration.hasRateLimits {
      (limits.socketRate, limits.creationRate, limits.socketsPerUser) = (nil, nil, .max)
    }
    // A proxy has one address for all, and limits them itself.
    if !configuration.hasRateLimits || configuration.trustsForwardedFor { limits.socketsPerAddress = nil }
    let metrics = ServerMetrics()
    let tracer = dependencies.spans.map { _ in
      Tracer(
        share: configuration.traceShare, clock: dependencies.clock, monotonicNow: metrics.now,
        random: dependencies.random)
    }
    spanSender = Self.sender(tracer, dependencies, logger)
    context = ServerContext(
      store: store, tokens: tokens, clock: dependencies.clock, limits: limits, metrics: metrics, work: work,
      fanOut: fanOut, tracer: tracer, peers: dependencies.peers)
    expiry = ExpiryKeeper(gateway: context.gateway, clock: dependencies.clock)
    let reader = StoreReader(store: store, work: work)
    let mailWriter =
      dependencies.mail.isConfigured
      ? configuration.publicAddress.map {
        MailWriter(address: $0, identifiers: dependencies.identifiers, clock: dependencies.clock)
      } : nil
    let accounts = AccountService(
      reader: reader, commands: context.gateway, hasher: dependencies.hasher, tokens: tokens, clock: dependencies.clock,
      identifiers: dependencies.identifiers, registration: configuration.registration,
      limits: SignInLimits(isOn: configuration.hasRateLimits), allowsPasswords: configuration.allowsPasswords,
      mail: mailWriter, random: dependencies.random)
    let identities = IdentityService(
      accounts: accounts, gateway: dependencies.identityProviders,
      key: StoredSecret(
        .signInSteps, reader: reader, commands: context.gateway, random: dependencies.random),
      publicAddress: configuration.publicAddress)
    let intelligence = IntelligenceServices(
      store: store, commands: context.gateway, engine: dependencies.engine, embedding: dependencies.embedding,
      models: ModelSource(dependencies.model, prices: dependencies.prices), configuration: configuration.intelligence,
      work: requestThreads,
      background: pipelineThreads, clock: dependencies.clock, identifiers: dependencies.identifiers,
      calls: AICalls(log: Self.log(of: configuration)))
    let models = ModelConnections(
      store: store, work: work, commands: context.gateway,
      seal: ModelKeySeal(reader: reader, commands: context.gateway, random: dependencies.random),
      intelligence: intelligence, logger: configuration.logger("messageai.models"))
    let webKey = StoredSecret(
      .webPush, reader: reader, commands: context.gateway, random: dependencies.random)
    let notifier = Notifier(
      store: store, context: context,
      gateway: dependencies.push(webKey.value),
      random: dependencies.random)
    let mailSender = MailSender(store: store, context: context, gateway: dependencies.mail) { detail in
      logger.warning("a letter was not sent", metadata: ["reason": "\(detail)"])
    }
    let digestMailing = DigestMailing(
      mail: mailWriter,
      secret: StoredSecret(.digestLinks, reader: reader, commands: context.gateway, random: dependencies.random),
      store: store, work: work, commands: context.gateway, clock: dependencies.clock)
    reminderKeeper = ReminderKeeper(
      store: store, context: context, identifiers: dependencies.identifiers, random: dependencies.random
    ) { notifier.wakeSenders() }
    digestKeeper = DigestKeeper(
      store: store, context: context, services: intelligence, mailing: digestMailing,
      identifiers: dependencies.identifiers, random: dependencies.random
    ) { notifier.wakeSenders() }
    wakeJobs = {
      intelligence.pipeline.wake()
      intelligence.priorityKeeper.wake()
      notifier.wake()
    }
    context.commits.observe(wakeJobs)
    let fileService = dependencies.files.map { [context] in
      FileService(
        reader: reader, commands: context.gateway, uploads: $0.uploads, storage: $0.storage, images: $0.images,
        documents: $0.documents, work: $0.work, idle: $0.idle, leases: $0.leases)
    }
    fileKeeper = fileService.map { files in
      FileKeeper(files: files, clock: dependencies.clock) { refusal in
        logger.warning("files could not be cleaned up", metadata: ["reason": "\(refusal.detail)"])
      }
    }
    let workspaces = WorkspaceService(
      accounts: accounts, providers: dependencies.identityProviders.providers.map(\.shown))
    let features = FeatureService(store: store, work: work, commands: context.gateway)
    let diagnostics = DiagnosticsService(
      store: store, work: work, commands: context.gateway, clock: dependencies.clock,
      limit: configuration.hasRateLimits ? .eventsPerUser : nil, tracer: tracer)
    let retention = RetentionService(store: store, work: work, commands: context.gateway)
    retentionKeeper = RetentionKeeper(retention: retention, clock: dependencies.clock) { refusal in
      logger.warning("messages that have expired were not erased", metadata: ["reason": "\(refusal.detail)"])
    }
    services = RestServices(
      context: context, accounts: accounts, identities: identities, workspaces: workspaces,
      admin: AdminService(
        accounts: accounts, workspaces: workspaces, features: features,
        overview: OverviewService(store: store, work: work, clock: dependencies.clock), diagnostics: diagnostics,
        retention: retention, store: store
      ) { () async throws(Refusal) in try await models.refresh() },
      features: features, models: models,
      diagnostics: diagnostics, retention: retention,
      exports: ExportService(
        accounts: accounts, store: store, files: fileService, hasLimits: configuration.hasRateLimits), reader: reader,
      searcher: StoreReader(store: store, work: ThreadPoolWork(pool: searchPool)),
      identifiers: dependencies.identifiers,
      intelligence: intelligence, notifier: notifier, mailSender: mailSender,
      reminders: ReminderService(store: store, work: work, commands: context.gateway) { user throws(Refusal) in
        try await intelligence.features.admit(user, to: .reminders)
      }, digestMailing: digestMailing,
      metricsAccess: MetricsAccess(token: configuration.metricsToken), drain: Drain(configuration.drain),
      certificate: configuration.certificate,
      fileService: fileService,
      fileLinks: FileLinks(
        clock: dependencies.clock,
        secret: StoredSecret(
          .fileLinks, reader: reader, commands: context.gateway, random: dependencies.random)))
    for notice in dependencies.engine.text.notices { logger.notice("\(notice)") }
    table = RouteTable(services: services)
  }

  private static func sender(
    _ tracer: Tracer?, _ dependencies: ServerDependencies, _ logger: Logger
  ) -> SpanSender? {
    guard let tracer, let spans = dependencies.spans else { return nil }
    return SpanSender(tracer, to: spans, clock: dependencies.clock) { reason in
      logger.warning("traces cannot be sent", metadata: ["reason": "\(reason)"])
    }
  }

  /// A line for each call of the AI.
  private static func log(of configuration: ServerConfiguration) -> @Sendable (AICall) -> Void {
    let logger = configuration.logger("messageai.ai")
    return { call in
      var metadata: Logger.Metadata = [
        "feature": "\(call.feature)", "model": "\(call.model)", "place": "\(call.place)",
        "outcome": "\(call.outcome.rawValue)", "inputTokens": .stringConvertible(call.inputTokens),
        "outputTokens": .stringConvertible(call.outputTokens), "milliseconds": .stringConvertible(call.milliseconds),
      ]
      if let cost = call.cost { metadata["dollars"] = .stringConvertible(Double(cost) / 1_000_000) }
      logger.info("AI call", metadata: metadata)
    }
  }

  func application(
    onBound: @escaping @Sendable (any Channel) async -> Void
  ) -> Application<RestResponder> {
    let security = SecurityHeaders(
      origins: configuration.allowedOrigins, strictTransportSeconds: configuration.strictTransportSeconds)
    let responder = RestResponder(
      table: table, services: services,
      staticFiles: configuration.webFolder.map { StaticFiles(folder: $0, security: security) }, security: security,
      userLimiter: RateLimiter(configuration.hasRateLimits ? .requestsPerUser : nil),
      fileLimiter: RateLimiter(configuration.hasRateLimits ? .filesPerUser : nil),
      trustsForwardedFor: configuration.trustsForwardedFor, logger: logger,
      accessLog: configuration.logsAccess
        ? AccessLog(logger: configuration.logger("messageai.access"), identifiers: services.identifiers) : nil)
    let host = SocketHost(
      context: context, fanOut: fanOut, timings: configuration.timings,
      origins: OriginPolicy(allowed: configuration.allowedOrigins))
    return Application(
      responder: responder, server: SocketServerBuilder.make(host: host, certificate: configuration.certificate),
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.address, port: configuration.port), backlog: 4_096),
      onServerRunning: onBound, eventLoopGroupProvider: .shared(group), logger: quietLogger)
  }

  /// Flushes receipts and presence, and erases what has expired, from now on.
  func startTicking() {
    let interval = TimeAmount.milliseconds(context.limits.coalescingInterval)
    let (context, expiry, fileKeeper, services) = (context, expiry, fileKeeper, services)
    let retentionKeeper = retentionKeeper
    let flushing = group.next().scheduleRepeatedTask(initialDelay: interval, delay: interval) { [self] _ in
      context.tick()
      services.accounts.audit.flush()
      let doesJobs = doesJobs
      fileKeeper?.flush(cleansStorage: doesJobs)
      guard doesJobs else { return }
      expiry.flush()
      retentionKeeper.flush()
      services.notifier.flush()
      services.mailSender.flush()
    }
    let pause = configuration.timings.certificate
    let reading = group.next().scheduleRepeatedTask(initialDelay: pause, delay: pause) { [self] _ in
      refreshCertificate()
    }
    ticking.withLock { $0 = [flushing, reading] }
    if context.cluster != nil { startLooking() }
  }

  /// Asks, like the servers beside this one, the model that an admin has connected on any of them.
  private func startLooking() {
    let looking = group.next().scheduleRepeatedTask(initialDelay: .seconds(5), delay: .seconds(5)) { [self] _ in
      Task { await connectModel() }
    }
    // Of what the others commit nobody else tells it.
    let waking = group.next().scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { [self] _ in
      if doesJobs { wakeJobs() }
    }
    ticking.withLock { $0 += [looking, waking] }
  }

  /// Whether what happens in the background is this server's work.
  private var doesJobs: Bool { jobs.withLock { $0?.isWorking ?? (jobLease == nil) } }

  /// Works in the background from now on: at once, or while this server has the lease.
  func beginJobs() {
    guard let jobLease else { return startJobs() }
    let keeper = JobKeeper(lease: jobLease, work: context.work) { [self] in
      logger.notice("this server does the background work now")
      startJobs()
    } end: { [self] in
      await stopJobs()
    }
    jobs.withLock { $0 = keeper }
    keeper.start()
  }

  /// Has another server go on with the background work before this one stops serving.
  var drainService: DrainService {
    DrainService(drain: services.drain) { [self] in await jobs.withLock(\.self)?.stop() }
  }

  private func startJobs() {
    context.online.start()
    services.intelligence.start()
    services.notifier.start()
    reminderKeeper.start()
    digestKeeper.start()
    services.mailSender.start()
  }

  private func stopJobs() async {
    await reminderKeeper.stop()
    await digestKeeper.stop()
    await services.intelligence.stop()
    await services.notifier.stop()
    await services.mailSender.stop()
    context.online.stop()
  }

  /// Looks at the files of the certificate, on a thread that may wait for the disk. With `atOnce`
  /// the log tells of what is wrong with them without waiting for a second look.
  func refreshCertificate(atOnce: Bool = false) {
    guard let certificate = configuration.certificate else { return }
    context.work.run { certificate.refresh(atOnce: atOnce) }
  }

  /// Listens for the command line. A server without a control socket serves all the same.
  func startControl() async {
    guard let path = configuration.controlPath else { return }
    do {
      let channel = try await ControlSocket.listen(at: path, admin: services.admin, group: group)
      control.withLock { $0 = channel }
    } catch {
      logger.warning("no control socket: stop the server to administer it", metadata: ["error": "\(error)"])
    }
  }

  private func stopControl() async throws {
    guard let path = configuration.controlPath, let channel = control.withLock({ $0 }) else { return }
    try await channel.close()
    if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
  }

  /// A later version may have other defaults than the one that served before.
  func settleFeatures() async {
    do throws(Refusal) {
      try await services.features.settle()
    } catch {
      logger.warning("features stay as they were", metadata: ["reason": "\(error.detail)"])
    }
  }

  /// Asks the model that admins have connected. Until then everything is made on this server.
  func connectModel() async {
    do throws(Refusal) {
      try await services.models.refresh()
    } catch {
      logger.warning("no model is asked", metadata: ["reason": "\(error.detail)"])
    }
  }

  /// Commits what is left, closes the store and ends the threads. Once.
  func close() async throws {
    let isFirst = isClosed.withLock { closed in
      defer { closed = true }
      return !closed
    }
    guard isFirst else { return }
    try await stopControl()
    if let keeper = jobs.withLock(\.self) { await keeper.stop() } else { await stopJobs() }
    try await services.models.shutdown()
    ticking.withLock { $0 }.forEach { $0.cancel() }
    context.tick()
    context.cluster?.close()
    await withCheckedContinuation { continuation in
      context.work.run { [context] in
        context.store.close()
        continuation.resume()
      }
    }
    await spanSender?.stop()
    requestThreads.stop()
    pipelineThreads.stop()
    try await pool.shutdownGracefully()
    try await searchPool.shutdownGracefully()
    try await group.shutdownGracefully()
  }
}
