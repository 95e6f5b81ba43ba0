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
  private let drain: Drain
  /// Does what signals ask for.
  private let listening: Task<Void, Never>?
  private let cleanUp: @Sendable () async throws -> Void

  private init(
    port: Int, parts: ServerParts, services: ServiceGroup, running: Task<Void, any Error>,
    listening: Task<Void, Never>?
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
    self.listening = listening
    drain = parts.services.drain
    cleanUp = { try await parts.close() }
  }

  /// Serves `store`, which it closes when it stops. Returns once the port is bound; throws
  /// `ServerStartError` when it cannot be. With `stopsOnSignals` SIGTERM stops it gracefully,
  /// SIGINT does so without draining, and with a certificate SIGHUP reads that anew.
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
      services: [application, parts.drainService], logger: parts.quietLogger)
    group.maximumGracefulShutdownDuration = configuration.drain + configuration.gracePeriod
    let services = ServiceGroup(configuration: group)
    let signals = stopsOnSignals ? await signals(of: configuration) : nil
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
    return ServerInstance(
      port: port, parts: parts, services: services, running: running,
      listening: signals.map { signals in Task { await obey(signals, parts, services) } })
  }

  /// Without a certificate SIGHUP ends the process, as it does any other.
  private static func signals(of configuration: ServerConfiguration) async -> UnixSignalsSequence {
    await UnixSignalsSequence(trapping: [.sigterm, .sigint] + (configuration.certificate == nil ? [] : [.sighup]))
  }

  private static func obey(_ signals: UnixSignalsSequence, _ parts: ServerParts, _ services: ServiceGroup) async {
    for await signal in signals {
      if signal == .sighup {
        parts.refreshCertificate(atOnce: true)
      } else {
        // Somebody at a terminal waits for it.
        if signal == .sigint { parts.services.drain.hurry() }
        await services.triggerGracefulShutdown()
      }
    }
  }

  /// Stops: drains, then sockets are closed with 1001, what was accepted is committed, the store is
  /// closed.
  package func stop() async throws {
    await services.triggerGracefulShutdown()
    try await waitUntilStopped()
  }

  /// Ends the drain of a server that stops, or that will.
  package func hurry() { drain.hurry() }

  /// Returns when the server has stopped, by `stop` or by a signal, and all is on disk.
  package func waitUntilStopped() async throws {
    let result = await running.result
    listening?.cancel()
    try await cleanUp()
    if case .failure(let error) = result, !(error is CancellationError) { throw error }
  }
}
