import Domain
import ServerCore

extension CommandWriter {
  func save(_ connection: StoredModelConnection?) throws {
    // A sealed key is not left behind in the log.
    try markErased()
    guard let saved = connection else {
      try self.connection.write("DELETE FROM modelConnection")
      return
    }
    try self.connection.write(
      """
      INSERT INTO modelConnection
        (key, kind, address, model, sealedKey, keyEnding, inputPrice, outputPrice, setBy, setAt)
      VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET kind = excluded.kind, address = excluded.address, model =
        excluded.model, sealedKey = excluded.sealedKey, keyEnding = excluded.keyEnding, inputPrice =
        excluded.inputPrice, outputPrice = excluded.outputPrice, setBy = excluded.setBy, setAt =
        excluded.setAt
      """, .text(saved.kind.rawValue), .text(saved.address), .text(saved.model),
      saved.sealedKey.map { .bytes($0) } ?? .null, .optional(saved.keyEnding),
      saved.prices.map { .real($0.input) } ?? .null, saved.prices.map { .real($0.output) } ?? .null,
      .id(saved.setBy), .time(saved.setAt))
  }
}
