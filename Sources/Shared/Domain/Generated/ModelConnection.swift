// Made from wire/models.json: change that and run `make wire`.

/// A connection to a language model as it is kept. The key is never told.
public struct ModelConnection: Hashable, Sendable, Codable {
  public let kind: ModelKind
  /// Up to the version, such as `https://api.openai.com/v1`.
  public let address: String
  public let model: String
  public let keyState: ModelKeyState
  /// The last four characters of a key that is long enough for them to tell nothing else.
  public let keyEnding: String?
  /// For a million tokens that the model reads. Absent, as `outputPrice` is then: nobody has said.
  public let inputPrice: Double?
  /// For a million tokens that the model writes.
  public let outputPrice: Double?
  public let setBy: UserID
  public let setAt: Timestamp

  public init(
    kind: ModelKind, address: String, model: String, keyState: ModelKeyState, keyEnding: String? = nil,
    inputPrice: Double? = nil, outputPrice: Double? = nil, setBy: UserID, setAt: Timestamp
  ) {
    self.kind = kind
    self.address = address
    self.model = model
    self.keyState = keyState
    self.keyEnding = keyEnding
    self.inputPrice = inputPrice
    self.outputPrice = outputPrice
    self.setBy = setBy
    self.setAt = setAt
  }
}
