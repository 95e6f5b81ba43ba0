// Made from wire/models.json: change that and run `make wire`.

/// Who says which model is asked.
public enum ModelSourceKind: String, Sendable, Codable, CaseIterable {
  /// No model is connected.
  case none
  /// An admin has connected it.
  case stored
  /// The settings that the server was started with. They go before what is stored.
  case options
}
