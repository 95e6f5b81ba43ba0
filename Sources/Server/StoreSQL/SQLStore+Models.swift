import Domain
import ServerCore

extension SQLStore: ModelConnectionStore {
  package func modelConnection() throws -> StoredModelConnection? {
    try read { connection in
      try connection.first(
        """
        SELECT kind, address, model, sealedKey, keyEnding, inputPrice, outputPrice, setBy, setAt FROM modelConnection
        """
      ) { row in
        StoredModelConnection(
          kind: try row.word("kind"), address: row.text("address"), model: row.text("model"),
          sealedKey: row.isNull("sealedKey") ? nil : row.bytes("sealedKey"), keyEnding: row.optionalText("keyEnding"),
          prices: row.isNull("inputPrice")
            ? nil : .init(input: row.real("inputPrice"), output: row.real("outputPrice")),
          setBy: try row.id("setBy"), setAt: row.time("setAt"))
      }
    }
  }
}
