// Made from wire/models.json: change that and run `make wire`.

/// A server of models that was found on the machine.
public struct ModelServer: Hashable, Sendable, Codable {
  public let kind: ModelKind
  /// For a `ModelConnectionForm`.
  public let address: String
  /// `false`: it is there and still loads its model.
  public let isReady: Bool
  public let models: [String]

  public init(kind: ModelKind, address: String, isReady: Bool, models: [String]) {
    self.kind = kind
    self.address = address
    self.isReady = isReady
    self.models = models
  }
}
