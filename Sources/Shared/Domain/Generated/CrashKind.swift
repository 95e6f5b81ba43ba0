// Made from wire/diagnostics.json: change that and run `make wire`.

public enum CrashKind: String, Sendable, Codable, CaseIterable {
  /// An error that nobody caught.
  case error
  /// A promise that was rejected, and nobody cared.
  case rejection
  /// The process ended.
  case crash
  /// It did not answer its user for long.
  case hang
}
