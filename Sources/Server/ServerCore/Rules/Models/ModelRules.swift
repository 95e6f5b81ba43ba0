import Domain

extension Rules.Models {
  /// More is a slip of the finger.
  private static let highestPrice = 1_000_000.0
  /// A key whose last four characters tell as good as nothing about the rest.
  private static let shortestTold = 16

  /// The connection as it is kept. Throws `invalid` for what no connection can be.
  package static func validated(_ connection: StoredModelConnection) throws(Refusal) -> StoredModelConnection {
    var connection = connection
    connection.model = connection.model.trimmingWhitespace
    guard !connection.model.isEmpty, TextLength.isWithin(ModelConnectionForm.mostModel, connection.model),
      connection.model.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
    else {
      throw Refusal(.invalid, "The model has the name that its provider gives it, of one line.")
    }
    guard !connection.address.isEmpty, TextLength.isWithin(ModelConnectionForm.mostAddress, connection.address),
      isPlain(connection.address)
    else {
      throw Refusal(.invalid, "The address is one such as https://api.openai.com/v1.")
    }
    guard connection.sealedKey != nil || !needsKey(connection.kind) else {
      throw Refusal(.invalid, "This provider wants a key.")
    }
    if let prices = connection.prices {
      for price in [prices.input, prices.output] where !(0...highestPrice ~= price) {
        throw Refusal(.invalid, "A price is that of a million tokens, such as 0.4.")
      }
    }
    return connection
  }

  /// Throws `invalid` for what no provider gives as a key. It goes into a header, where a line
  /// break would begin another.
  package static func validated(key: String) throws(Refusal) -> String {
    let key = key.trimmingWhitespace
    guard !key.isEmpty, key.utf8.count <= ModelConnectionForm.mostApiKey, isPlain(key) else {
      throw Refusal(.invalid, "The key holds spaces, line breaks or other characters that no key has.")
    }
    return key
  }

  /// The last four characters of a key; `nil` for one so short that they would tell much of it.
  package static func ending(of key: String) -> String? {
    key.utf8.count < shortestTold ? nil : String(key.suffix(4))
  }

  package static func needsKey(_ kind: ModelKind) -> Bool {
    switch kind {
    case .openai, .anthropic: true
    case .ollama, .compatible: false
    }
  }

  /// Visible ASCII, as addresses and keys are.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
