/// An answer of the server that the device has kept, for when there is no connection.
public struct KeptAnswer<Value: Sendable>: Sendable {
  public let value: Value
  /// When the server said so.
  public let savedAt: Timestamp

  public init(_ value: Value, savedAt: Timestamp) {
    self.value = value
    self.savedAt = savedAt
  }
}

extension KeptAnswer: Equatable where Value: Equatable {}
