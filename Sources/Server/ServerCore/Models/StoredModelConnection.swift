import Domain

/// The connection to a language model that admins have made, as it is kept.
package struct StoredModelConnection: Hashable, Sendable {
  /// What a million tokens cost.
  package struct Prices: Hashable, Sendable {
    package let input: Double
    package let output: Double

    package init(input: Double, output: Double) {
      self.input = input
      self.output = output
    }
  }

  package var kind: ModelKind
  /// Up to the version, without a slash at the end.
  package var address: String
  package var model: String
  /// See `ModelKeySeal`; `nil` where there is none.
  package var sealedKey: [UInt8]?
  /// What may be told of the key.
  package var keyEnding: String?
  /// `nil`: nobody has said.
  package var prices: Prices?
  package var setBy: UserID
  package var setAt: Timestamp

  package init(
    kind: ModelKind, address: String, model: String, sealedKey: [UInt8]? = nil, keyEnding: String? = nil,
    prices: Prices? = nil, setBy: UserID, setAt: Timestamp
  ) {
    self.kind = kind
    self.address = address
    self.model = model
    self.sealedKey = sealedKey
    self.keyEnding = keyEnding
    self.prices = prices
    self.setBy = setBy
    self.setAt = setAt
  }
}

/// What is read of it. Like `ServerStore`: synchronous, on any thread, committed data only. Writes
/// are `WriteCommand.Body.model`.
package protocol ModelConnectionStore: Sendable {
  /// `nil` where none has been made, or it was ended.
  func modelConnection() throws -> StoredModelConnection?
}
