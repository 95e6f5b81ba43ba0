// Made from wire/diagnostics.json: change that and run `make wire`.

public enum CrashPlatform: String, Sendable, Codable, CaseIterable {
  case web
  case ios
  case terminal
  /// No client reports it: the server finds it itself.
  case server
}
