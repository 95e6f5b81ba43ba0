import Foundation
import MetricKit

/// Hears from the system how the app has crashed or hung before.
final class SystemDiagnostics: NSObject, MXMetricManagerSubscriber, Sendable {
  private let relay = Relay<Data>()

  /// The system delivers to this from now on, what has gathered at once.
  func start() {
    MXMetricManager.shared.add(self)
  }

  /// Each payload as JSON.
  func payloads() -> AsyncStream<Data> { relay.stream() }

  func didReceive(_ payloads: [MXDiagnosticPayload]) {
    for payload in payloads { relay.send(payload.jsonRepresentation()) }
  }
}
