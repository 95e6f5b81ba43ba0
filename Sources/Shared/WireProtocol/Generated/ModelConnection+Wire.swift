// Made from wire/models.json: change that and run `make wire`.

import Domain

extension ModelConnection: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var kind: ModelKind?
    var address: String?
    var model: String?
    var keyState: ModelKeyState?
    var keyEnding: String?
    var inputPrice: Double?
    var outputPrice: Double?
    var setBy: UserID?
    var setAt: Timestamp?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "kind": kind = try reader.word("openai, anthropic, ollama or compatible")
      case "address": address = try reader.string()
      case "model": model = try reader.string()
      case "key": keyState = try reader.word("none, kept or unreadable")
      case "keyEnding": keyEnding = try reader.string()
      case "inputPrice": inputPrice = try reader.number()
      case "outputPrice": outputPrice = try reader.number()
      case "setBy": setBy = try reader.identifier()
      case "setAt": setAt = try reader.timestamp("setAt")
      default: try reader.skipValue()
      }
    }
    self.init(
      kind: try kind.required("kind"), address: try address.required("address"), model: try model.required("model"),
      keyState: try keyState.required("key"), keyEnding: keyEnding, inputPrice: inputPrice, outputPrice: outputPrice,
      setBy: try setBy.required("setBy"), setAt: try setAt.required("setAt"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("kind", kind.rawValue)
    writer.field("address", address)
    writer.field("model", model)
    writer.field("key", keyState.rawValue)
    writer.field("keyEnding", keyEnding)
    if let inputPrice { writer.field("inputPrice", inputPrice) }
    if let outputPrice { writer.field("outputPrice", outputPrice) }
    writer.field("setBy", setBy)
    writer.field("setAt", setAt)
    writer.endObject()
  }
}
