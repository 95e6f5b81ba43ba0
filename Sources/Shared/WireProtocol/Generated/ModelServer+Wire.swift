// Made from wire/models.json: change that and run `make wire`.

import Domain

extension ModelServer: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var kind: ModelKind?
    var address: String?
    var isReady: Bool?
    var models: [String] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "kind": kind = try reader.word("openai, anthropic, ollama or compatible")
      case "address": address = try reader.string()
      case "isReady": isReady = try reader.boolean()
      case "models": models = try reader.strings()
      default: try reader.skipValue()
      }
    }
    self.init(
      kind: try kind.required("kind"), address: try address.required("address"),
      isReady: try isReady.required("isReady"), models: models)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("kind", kind.rawValue)
    writer.field("address", address)
    writer.field("isReady", isReady)
    writer.field("models", models)
    writer.endObject()
  }
}
