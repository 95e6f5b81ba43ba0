import Domain
import Foundation
import MetricKit
import Synchronization
import Testing
import ViewModels

@testable import MessageAIApp

extension PlatformTests {
  @Suite("Crashes and hangs of the app")
  @MainActor
  struct DiagnosticsTests {
    private final class Server: DiagnosticsRepository, Sendable {
      let names = Mutex<[String]>([])
      let isAway = Mutex(false)
      let refused = Mutex(0)

      func report(_ crash: CrashReport) async throws {
        if isAway.withLock({ $0 }) {
          refused.withLock { $0 += 1 }
          throw Refusal(.overloaded, "")
        }
        names.withLock { $0.append(crash.name) }
      }
    }

    private let server = Server()
    private let defaults: UserDefaults
    private let diagnostics = SystemDiagnostics()

    init() throws {
      let name = "DiagnosticsTests.\(UUID().uuidString)"
      defaults = try #require(UserDefaults(suiteName: name))
      defaults.removePersistentDomain(forName: name)
    }

    private func container(_ account: SampleAuth.Account = .signedIn) -> AppContainer {
      AppContainer(
        services: .samples, preferences: AppPreferences(defaults: defaults),
        standardServer: ServerAddress("one.example.org")
      ) { _ in
        var repositories = Repositories.samples(account)
        repositories.diagnostics = server
        return Backend(repositories: repositories) {}
      }
    }

    /// The app, as long as `body` takes.
    private func running(_ container: AppContainer, _ body: () async throws -> Void) async rethrows {
      diagnostics.start()
      let tasks = [
        Task { await container.followDiagnostics(diagnostics.payloads()) },
        Task { await container.tellReports() },
      ]
      try await body()
      MXMetricManager.shared.remove(diagnostics)
      for task in tasks { task.cancel() }
      for task in tasks { await task.value }
    }

    private func deliver(signal: Int) {
      let json = "{\"crashDiagnostics\": [{\"diagnosticMetaData\": {\"signal\": \(signal)}}]}"
      MXMetricManager.shared.deliver([
        MXDiagnosticPayload(shim: Data("no payload".utf8)), MXDiagnosticPayload(shim: Data(json.utf8)),
      ])
    }

    @Test("what the system tells goes to the server of who is signed in")
    func told() async {
      let container = container()
      await running(container) {
        deliver(signal: 11)
        await soon("it is told") { server.names.withLock { $0 } == ["SIGSEGV"] }
        await soon("it is forgotten") { container.preferences.untold.reports.isEmpty }
      }
    }

    @Test("what the server does not take is told at the next start")
    func later() async {
      server.isAway.withLock { $0 = true }
      await running(container()) {
        deliver(signal: 6)
        await soon("it is kept") { !AppPreferences(defaults: defaults).untold.reports.isEmpty }
      }
      #expect(server.names.withLock { $0 }.isEmpty)
      server.isAway.withLock { $0 = false }
      await running(container()) {
        await soon("it is told") { server.names.withLock { $0 } == ["SIGABRT"] }
      }
    }

    @Test("switched off, nothing is kept or told, what had waited neither")
    func off() async {
      server.isAway.withLock { $0 = true }
      let container = container()
      await running(container) {
        deliver(signal: 6)
        await soon("it is kept") { !container.preferences.untold.reports.isEmpty }
        // What is under way when it is switched off may still arrive.
        await soon("nothing is under way") { server.refused.withLock { $0 } > 0 }
        container.preferences.tellsOfCrashes = false
        #expect(container.preferences.untold.reports.isEmpty)
        server.isAway.withLock { $0 = false }
        await container.take(Data("{\"crashDiagnostics\": [{}]}".utf8))
      }
      #expect(container.preferences.untold.reports.isEmpty && server.names.withLock { $0 }.isEmpty)
      #expect(!AppPreferences(defaults: defaults).tellsOfCrashes)
    }
  }
}
