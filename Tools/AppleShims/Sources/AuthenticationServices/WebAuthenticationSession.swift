import SwiftUI

/// Opens a page in a browser over the app, and brings the address that the page came back to: here
/// whatever a test makes of it.
@MainActor
public struct WebAuthenticationSession: Sendable {
  private let browse: @MainActor @Sendable (URL) async throws -> URL

  /// Only here.
  public nonisolated init(_ browse: @escaping @MainActor @Sendable (URL) async throws -> URL) { self.browse = browse }

  public func authenticate(using url: URL, callbackURLScheme: String) async throws -> URL {
    let answer = try await browse(url)
    guard answer.scheme == callbackURLScheme else { throw URLError(.badURL) }
    return answer
  }
}

private struct WebAuthenticationSessionKey: EnvironmentKey {
  static let defaultValue = WebAuthenticationSession { _ in throw URLError(.cancelled) }
}

extension EnvironmentValues {
  /// Only tests set it.
  public var webAuthenticationSession: WebAuthenticationSession {
    get { self[WebAuthenticationSessionKey.self] }
    set { self[WebAuthenticationSessionKey.self] = newValue }
  }
}
