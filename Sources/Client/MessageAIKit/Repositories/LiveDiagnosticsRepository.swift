import Domain
import WireProtocol

/// Diagnostics over REST.
struct LiveDiagnosticsRepository: DiagnosticsRepository {
  let runtime: ClientRuntime

  func report(_ crash: CrashReport) async throws {
    _ = try await runtime.call(.post, "/v1/diagnostics/crashes", body: crash.json())
  }
}
