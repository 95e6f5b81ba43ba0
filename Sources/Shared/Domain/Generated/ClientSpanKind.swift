// Made from wire/events.json: change that and run `make wire`.

/// What a client did for a message.
public enum ClientSpanKind: String, Sendable, Codable, CaseIterable {
  /// From sending it until the server had it.
  case send
  /// From its arrival until this client held it.
  case receive
  /// From its arrival until it was on the screen, where its conversation was open.
  case show
}
