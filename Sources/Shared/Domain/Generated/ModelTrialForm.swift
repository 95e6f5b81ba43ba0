// Made from wire/models.json: change that and run `make wire`.

/// Which connection is to be tried.
public struct ModelTrialForm: Hashable, Sendable {
  /// Tried without being kept. Absent: the model that is asked now.
  public var connection: ModelConnectionForm?

  public init(connection: ModelConnectionForm? = nil) {
    self.connection = connection
  }
}
