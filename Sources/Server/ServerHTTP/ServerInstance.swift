import Domain
import Foundation
import Hummingbird
import Intelligence
import Logging
import NIOCore
import NIOPosix
import ServerCore
import ServiceLifecycle
import UnixSignals

/// A running server: everything between a store and a port.
package final class ServerInstance: Sendable {
  /// Seconds that open connections get to end when the server stops.
  private static let gracePeriod: Duration = .seconds(5)

  /// The port that was bound.
  package let port: Int
  package let context: ServerContext
  package let accounts: AccountService
  package let routes: RouteTable
  package let intelligence: IntelligenceServices
  package let notifier: Notifier
  package let reminderKeeper: ReminderKeeper
  package let digestKeeper: DigestKeeper
  private let services: ServiceGroup
  private let running: Task<Void, any Error>
  /// Waits for signals that ask to read the certificate anew.
  private let renewing: Task<Void, Never>?
  private let cleanUp: @Sendable () async throws -> Void

  private init(
    port: Int, parts: ServerParts, services: ServiceGroup, running: Task<Void, any Error>,
    renewing: Task<Void, Never>?
  ) {
    self.port = port
    context = parts.context
    accounts = parts.services.accounts
    routes = parts.table
    intelligence = parts.services.intelligence
    notifier = parts.services.notifier
    reminderKeeper = parts.reminderKeeper
    digestKeeper = parts.digestKeeper
    self.services = services
    self.running = running
    self.renewing = renewing
    cleanUp = { try await parts.close() }
  }

  /// Serves `store`, which it closes when it stops. Returns once the port is bound; throws
  /// `ServerStartError` when it cannot be. With `stopsOnSignals`, SIGTERM and SIGINT stop it
  /// gracefully, and with a certificate SIGHUP reads that anew.
  package static func start(
    _ configuration: ServerConfiguration, store: any WorkspaceStore,
    dependencies: ServerDependencies = ServerDependencies(), stopsOnSignals: Bool = false
  ) async throws -> ServerInstance {
    var logger = Logger(label: "messageai")
    logger.logLevel = configuration.logLevel
    let parts = ServerParts(configuration, store: store, dependencies: dependencies, logger: logger)
    let bound = AsyncStream<Int>.makeStream()
    let application = parts.application { channel in
      bound.continuation.yield(channel.localAddress?.port ?? configuration.port)
    }
    var group = ServiceGroupConfiguration(
      services: [application], gracefulShutdownSignals: stopsOnSignals ? [.sigterm, .sigint] : [],
      logger: parts.quietLogger)
    group.maximumGracefulShutdownDuration = gracePeriod
    let services = ServiceGroup(configuration: group)
    let running = Task {
      defer { bound.continuation.finish() }
      try await services.run()
    }
    guard let port = await bound.stream.first(where: { _ in true }) else {
      let failure = ServerStartError(await running.result, configuration: configuration)
      try await parts.close()
      throw failure
    }
    parts.startTicking()
    // Nobody waits for it: a store that commits nothing now must not keep the server from starting.
    Task { await parts.settleFeatures() }
    await parts.connectModel()
    parts.beginJobs()
    parts.spanSender?.start()
    await parts.startControl()
    let renews = stopsOnSignals && configuration.certificate != nil
    return ServerInstance(
      port: port, parts: parts, services: services, running: running,
      renewing: renews ? await renewOnSignal(parts) : nil)
  }

  private static func renewOnSignal(_ parts: ServerParts) async -> Task<Void, Never> {
    // Before this returns, or the first signal might end the process.
    let signals = await UnixSignalsSequence(trapping: .sighup)
    return Task { for await _ in signals { parts.refreshCertificate(atOnce: true) } }
  }

  /// Stops: sockets are closed with 1001, what was accepted is committed, the store is closed.
  package func stop() async throws {
    await services.triggerGracefulShutdown()
    try await waitUntilStopped()
  }

  /// Returns when the server has stopped, by `stop` or by a signal, and all is on disk.
  package func waitUntilStopped() async throws {
    let result = await running.result
    renewing?.cancel()
    try await cleanUp()
    if case .failure(let error) = result, !(error is CancellationError) { throw error }
  }
}
