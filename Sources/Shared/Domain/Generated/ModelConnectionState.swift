// Made from wire/models.json: change that and run `make wire`.

/// Which model the server asks, and who says so.
public struct ModelConnectionState: Hashable, Sendable, Codable {
  public let source: ModelSourceKind
  /// That is asked now. Absent: none is.
  public let model: String?
  /// Where its text goes.
  public let place: String?
  /// Of all people, who get it: the feature `model`.
  public let percentage: Int
  /// Nobody gets it, whatever the percentage is.
  public let isStopped: Bool
  /// What is kept, in use or not.
  public let connection: ModelConnection?

  public init(
    source: ModelSourceKind, model: String? = nil, place: String? = nil, percentage: Int, isStopped: Bool,
    connection: ModelConnection? = nil
  ) {
    self.source = source
    self.model = model
    self.place = place
    self.percentage = percentage
    self.isStopped = isStopped
    self.connection = connection
  }
}
