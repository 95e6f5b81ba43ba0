// Made from wire/models.json: change that and run `make wire`.

/// A connection to a language model as an admin wants it. It replaces the one before.
public struct ModelConnectionForm: Hashable, Sendable {
  public var kind: ModelKind
  /// Up to the version. Absent: the usual one of `openai`, `anthropic` and `ollama`.
  public var address: String?
  /// As its provider names it.
  public var model: String
  /// Absent: the key that is kept for the same kind and address, if there is one.
  public var apiKey: String?
  /// For a million tokens. Absent, as `outputPrice` is then: the usual price where it is known.
  public var inputPrice: Double?
  public var outputPrice: Double?
  /// 0 to 100: of all people, who get it. Absent: as the feature `model` says.
  public var percentage: Int?
  public static let mostAddress = 500
  public static let mostModel = 200
  public static let mostApiKey = 1024

  public init(
    kind: ModelKind, address: String? = nil, model: String, apiKey: String? = nil, inputPrice: Double? = nil,
    outputPrice: Double? = nil, percentage: Int? = nil
  ) {
    self.kind = kind
    self.address = address
    self.model = model
    self.apiKey = apiKey
    self.inputPrice = inputPrice
    self.outputPrice = outputPrice
    self.percentage = percentage
  }
}
