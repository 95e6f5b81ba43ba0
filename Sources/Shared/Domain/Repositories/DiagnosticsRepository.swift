/// Tells the server what this program did not expect.
public protocol DiagnosticsRepository: Sendable {
  /// Throws when the server does not take it or is out of reach: it may be told again then.
  func report(_ crash: CrashReport) async throws
}
