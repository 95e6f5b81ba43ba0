// Made from wire/models.json: change that and run `make wire`.

/// Servers of models on the server's own machine.
public struct ModelServers: Hashable, Sendable, Codable {
  public let servers: [ModelServer]

  public init(servers: [ModelServer]) {
    self.servers = servers
  }
}
