import AIProviders
import ArgumentParser
import Domain
import Foundation
import Intelligence
import Logging
import Media
import OnBoxAI
import ServerCore
import ServerHTTP
import StoreSQLite

extension Registration: ExpressibleByArgument {}

enum LogFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json
}

/// `messageai serve`
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Run the server.",
    discussion: """
      Every option can be given as an environment variable too, such as MESSAGEAI_PORT=8080, and as such a line in the \
      file that --config names. An option goes before the environment, and that before the file.
      """)

  @Option(help: "Address to listen on.")
  var address = Environment.text("ADDRESS") ?? "127.0.0.1"

  @Option(help: "Port to listen on; 0 takes any free one.")
  var port = Environment.text("PORT").flatMap { Int($0) } ?? 8080

  @OptionGroup var tls: TLSOptions

  @OptionGroup var folder: DataFolderOption

  @OptionGroup var storage: FileStorageOption

  @Option(help: "Folder of the web client. By default Web beside the working folder or the program.")
  var web: String?

  @Option(
    help: "Further origins whose pages may connect, such as https://chat.example.org. Environment: comma-separated.")
  var origin = Environment.text("ORIGIN")?.split(separator: ",").map(String.init) ?? []

  @Option(
    help:
      "Who may make an account: open, invitation, domain or closed. Without it the workspace's admins choose, and it is open."
  )
  var registration = Environment.text("REGISTRATION").flatMap { Registration(rawValue: $0) }

  @Flag(inversion: .prefixedNo, help: "Limit what people do; without limits for measurements.")
  var rateLimits = !Environment.isOn("NO_RATE_LIMITS")

  @Flag(inversion: .prefixedNo, help: "Believe X-Forwarded-For: only behind a proxy that sets it.")
  var trustProxy = Environment.isOn("TRUST_PROXY")

  @Option(help: "Token that reads /metrics from anywhere. Without one only this machine reads them.")
  var metricsToken: String?

  @Option(help: "Seconds for which browsers shall insist on HTTPS; 0 does not ask them to. Only behind TLS.")
  var hsts = Environment.text("HSTS").flatMap { Int($0) } ?? 0

  @Option(help: "Members of a group at most.")
  var groupSize = Environment.text("GROUP_SIZE").flatMap { Int($0) } ?? ServerLimits().groupSize

  @OptionGroup var limits: LimitOptions

  @OptionGroup var push: PushOptions

  @OptionGroup var mail: MailOptions

  @OptionGroup var signIn: SignInOptions

  @OptionGroup var traces: TraceOptions

  @OptionGroup var bus: BusOptions

  @Option(help: "Folder of the on-box models. By default Models beside the working folder or the program.")
  var models: String?

  @Flag(inversion: .prefixedNo, help: "Serve with the AI; without it nothing is worked on, nothing can be asked.")
  var intelligence = !Environment.isOn("NO_INTELLIGENCE")

  @Option(help: "Requests to the AI that each user may make in a day.")
  var requestsADay = Environment.text("REQUESTS_A_DAY").flatMap { Int($0) } ?? IntelligenceConfiguration().requestsADay

  @Option(help: "Threads that carry connections; 0 means one for each processor.")
  var threads = Environment.text("THREADS").flatMap { Int($0) } ?? 0

  static let logLevels = "trace, debug, info, notice, warning, error or critical"

  @Option(help: "\(logLevels).")
  var logLevel = Environment.text("LOG_LEVEL") ?? "info"

  @Option(help: "How the log is written: text, or json with an object on each line.")
  var logFormat = Environment.text("LOG_FORMAT").flatMap { LogFormat(rawValue: $0) } ?? .text

  @Flag(inversion: .prefixedNo, help: "Write a line for each answer over HTTP, without queries, ids and addresses.")
  var accessLog = Environment.isOn("ACCESS_LOG")

  func validate() throws {
    try Environment.check()
    guard (0...65_535).contains(port) else { throw ValidationError("--port is 0 to 65535.") }
    guard Logger.Level(rawValue: logLevel) != nil else { throw ValidationError("--log-level is not a level.") }
    guard Self.threadCounts.contains(threads) else { throw ValidationError("--threads is 0 to 1024.") }
    guard hsts >= 0 else { throw ValidationError("--hsts is not negative.") }
    guard groupSize >= 2 else { throw ValidationError("--group-size is at least 2.") }
    guard requestsADay >= 1 else { throw ValidationError("--requests-a-day is at least 1.") }
  }

  static let threadCounts = 0...1_024

  func run() async throws {
    // Before anything makes a logger.
    if logFormat == .json { LoggingSystem.bootstrap { JSONLogHandler(label: $0) } }
    let configuration = try serverConfiguration()
    let logger = Logger(label: "messageai")
    let crashes = CrashFolder(in: folder.data)
    if let reason = try crashes.watch() {
      logger.notice("crashes of the server are not written down", metadata: ["reason": "\(reason)"])
    }
    let provider = try provider()
    let webKey = WebKeySource()
    let push = try push.services(webKey: webKey.value)
    let mailer = try mail.mailer()
    let providers = try signIn.gateway(
      publicAddress: mail.address, clock: SystemClock(), logger: Logger(label: "messageai"))
    let spans = try traces.exporter()
    try bus.check(database: folder.database)
    let store = try folder.openStore(
      SQLiteStoreOptions(groupSize: groupSize, limits: limits.store), isShared: bus.bus != nil)
    try await Self.collect(crashes, into: store, logger)
    var dependencies = ServerDependencies()
    if intelligence { dependencies.engine = OnBoxEngine.load(from: ModelFolder(modelFolder())) }
    dependencies.model = provider?.text
    dependencies.embedding = provider?.embedding
    let bucket = try bucket(of: store.history)
    let shared = bus.bus == nil ? nil : store as? any SharedStore
    dependencies.files = try files(in: bucket, leases: shared)
    if let mailer { dependencies.mail = mailer }
    dependencies.spans = spans
    dependencies.peers = try bus.peers(in: store.history, census: shared)
    dependencies.jobLease = shared?.makeJobLease()
    if let providers { dependencies.identityProviders = providers.gateway }
    dependencies.push = { key in
      webKey.set(key)
      return push
    }
    let server: ServerInstance
    do {
      server = try await ServerInstance.start(
        configuration, store: store, dependencies: dependencies, stopsOnSignals: true)
    } catch let error as ServerStartError {
      throw CommandFailure(error.description)
    }
    if !PopplerDocuments.isInstalled {
      Logger(label: "messageai").notice("poppler's pdftotext is not installed: PDF files are found by their names only")
    }
    if !VipsImages.isInstalled {
      Logger(label: "messageai").notice("libvips' commands are not installed: images are files like others")
    }
    let scheme = configuration.certificate == nil ? "http" : "https"
    let line = "MessageAI is at \(scheme)://\(address):\(server.port) with data in \(folder.data)\n"
    ProgramPages.giveBack()
    FileHandle.standardOutput.write(Data(line.utf8))
    let checks = [bucket.map(Self.check), mailer.map(MailOptions.check), providers?.check()]
    try await server.waitUntilStopped()
    for check in checks { check?.cancel() }
    try await bucket?.shutdown()
    try await provider?.shutdown()
    try await push.shutdown()
    try await providers?.transport.shutdown()
    try await spans?.shutdown()
  }

  /// Tells the workspace's admins of crashes of earlier runs.
  private static func collect(_ crashes: CrashFolder, into store: any ServerStore, _ logger: Logger) async throws {
    let commands = DirectCommandPerformer(store: store, clock: SystemClock())
    do {
      let found = try await crashes.collect(as: .server) { report in
        _ = try await commands.perform(.diagnostics(.report(report, by: nil, version: ProductVersion.current)))
      }
      guard found != (0, 0) else { return }
      logger.error("the server has crashed", metadata: ["told": "\(found.told)", "unreadable": "\(found.unreadable)"])
    } catch {
      logger.error("crash reports cannot be read or kept", metadata: ["reason": "\(error)"])
    }
  }

  /// Servers that share a workspace share what is in its bucket.
  private func bucket(of workspace: HistoryID) throws -> S3Storage? {
    guard let settings = try storage.settings() else { return nil }
    let owner = bus.bus == nil ? try folder.serverName() : "\(workspace)"
    return S3Storage(settings, work: FileWork(), owner: owner) { failure in
      Logger(label: "messageai").error("file storage", metadata: ["reason": "\(failure)"])
    }
  }

  /// Names at once what keeps files from their place. Chat does not wait for it.
  private static func check(_ bucket: S3Storage) -> Task<Void, Never> {
    Task {
      let logger = Logger(label: "messageai")
      do throws(S3Failure) {
        try await bucket.check()
      } catch {
        logger.error("files can be neither stored nor read", metadata: ["reason": "\(error)"])
      }
    }
  }

  /// Files beside the database unless there is a bucket for them.
  private func files(in bucket: S3Storage?, leases: (any FileLeases)?) throws -> FileDependencies {
    let (work, idle) = (FileWork(), IdleWork())
    do {
      return FileDependencies(
        uploads: try UploadFolder(path: folder.data + "/uploads"),
        storage: try bucket ?? FolderStorage(path: folder.filesPath, work: work),
        images: VipsImages.isInstalled
          ? VipsImages(atOnce: max(1, ProcessInfo.processInfo.processorCount / 2), idle: idle) : nil,
        documents: PopplerDocuments.isInstalled ? PopplerDocuments(atOnce: 1) : nil, work: work, idle: idle,
        leases: leases)
    } catch {
      throw CommandFailure("The folder for files in \(folder.data) cannot be made.")
    }
  }

  /// The model that the settings name; `nil` keeps everything on the box.
  private func provider() throws -> AIProvider? {
    var logger = Logger(label: "messageai.models")
    logger.logLevel = Logger.Level(rawValue: logLevel) ?? .info
    return try providerConfiguration().map { AIProvider($0, logger: logger) }
  }

  private func providerConfiguration() throws -> ProviderConfiguration? {
    guard intelligence else { return nil }
    do throws(ProviderConfiguration.Problem) {
      return try ProviderConfiguration.read(environment: Environment.settings.environment)
    } catch {
      throw CommandFailure(error.description)
    }
  }

  /// Throws a sentence for people when a server with these settings would not start. Opens no data
  /// and asks nobody.
  func checkSettings() async throws {
    _ = try serverConfiguration()
    _ = try providerConfiguration()
    _ = try storage.settings()
    try bus.check(database: folder.database)
    _ = try mail.mailer()
    let providers = try signIn.gateway(
      publicAddress: mail.address, clock: SystemClock(), logger: Logger(label: "messageai"))
    try await providers?.transport.shutdown()
    try await traces.exporter()?.shutdown()
    try await push.services(webKey: WebKeySource().value).shutdown()
  }

  private func modelFolder() -> String {
    if let models = models ?? Environment.text("MODELS") { return models }
    let program = (CommandLine.arguments.first ?? "") as NSString
    let beside = (program.deletingLastPathComponent as NSString).appendingPathComponent("Models")
    return ["Models", beside].first { FileManager.default.fileExists(atPath: $0) } ?? "Models"
  }

  private func serverConfiguration() throws -> ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.address = address
    configuration.port = port
    configuration.certificate = try tls.certificate(logLevel: Logger.Level(rawValue: logLevel) ?? .info)
    configuration.webFolder = try webFolder()
    configuration.controlPath = ControlSocket.path(in: folder.data)
    configuration.allowedOrigins = origin
    configuration.registration = registration
    configuration.publicAddress = mail.address
    configuration.allowsPasswords = !signIn.openidOnly
    configuration.hasRateLimits = rateLimits
    configuration.trustsForwardedFor = trustProxy
    configuration.metricsToken = try metricsToken ?? Environment.secret("METRICS_TOKEN")
    configuration.strictTransportSeconds = hsts
    configuration.threads = threads
    configuration.drain = .seconds(bus.drainSeconds)
    configuration.limits.groupSize = groupSize
    limits.apply(to: &configuration.limits)
    configuration.logLevel = Logger.Level(rawValue: logLevel) ?? .info
    configuration.logsAccess = accessLog
    traces.apply(to: &configuration)
    configuration.intelligence.isOn = intelligence
    configuration.intelligence.requestsADay = requestsADay
    return configuration
  }

  private func webFolder() throws -> String? {
    if let web = web ?? Environment.text("WEB") {
      guard FileManager.default.fileExists(atPath: web) else {
        throw CommandFailure("The web folder \(web) does not exist.")
      }
      return web
    }
    let program = (CommandLine.arguments.first ?? "") as NSString
    let beside = (program.deletingLastPathComponent as NSString).appendingPathComponent("Web")
    return ["Web", beside].first { FileManager.default.fileExists(atPath: $0 + "/index.html") }
  }
}
