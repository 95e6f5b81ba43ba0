import Domain
import Foundation
import MessageAIDevice
import MessageAIKit

/// How the app tells the admins of its user's server of its crashes and hangs.
extension AppContainer {
  /// Takes what the system tells, for as long as the app runs.
  func followDiagnostics(_ payloads: AsyncStream<Data>) async {
    for await payload in payloads { await take(payload) }
  }

  /// Tells what earlier starts could not, whenever somebody signs in, for as long as the app runs.
  func tellReports() async {
    guard let repositories = backend?.repositories else { return }
    for await profile in repositories.auth.observeProfile() where profile != nil { await tell() }
  }

  /// Nothing is kept of a payload when the person wants none of it told.
  func take(_ payload: Data) async {
    guard preferences.tellsOfCrashes else { return }
    do {
      preferences.untold.append(try DiagnosticPayload.reports(json: payload))
    } catch {
      return AppLog(.app).failed("What the system told of crashes was not understood", error)
    }
    await tell()
  }

  private func tell() async {
    guard let repositories = backend?.repositories else { return }
    do {
      try await preferences.untold.tell(repositories.diagnostics)
    } catch {
      AppLog(.app).failed("The server was not told of crashes: it is told later", error)
    }
  }
}
