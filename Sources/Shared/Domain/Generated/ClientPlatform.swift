// Made from wire/diagnostics.json: change that and run `make wire`.

public enum ClientPlatform: String, Sendable, Codable, CaseIterable {
  case web
  case ios
  case terminal
}
