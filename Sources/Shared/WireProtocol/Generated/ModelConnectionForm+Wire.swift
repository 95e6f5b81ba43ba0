// Made from wire/models.json: change that and run `make wire`.

import Domain

extension ModelConnectionForm: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var kind: ModelKind?
    var address: String?
    var model: String?
    var apiKey: String?
    var inputPrice: Double?
    var outputPrice: Double?
    var percentage: Int64?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "kind": kind = try reader.word("openai, anthropic, ollama or compatible")
      case "address": address = try reader.string()
      case "model": model = try reader.string()
      case "key": apiKey = try reader.string()
      case "inputPrice": inputPrice = try reader.number()
      case "outputPrice": outputPrice = try reader.number()
      case "percentage": percentage = try reader.integer()
      default: try reader.skipValue()
      }
    }
    self.init(
      kind: try kind.required("kind"), address: address, model: try model.required("model"), apiKey: apiKey,
      inputPrice: inputPrice, outputPrice: outputPrice, percentage: percentage.map(Int.init))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("kind", kind.rawValue)
    writer.field("address", address)
    writer.field("model", model)
    writer.field("key", apiKey)
    if let inputPrice { writer.field("inputPrice", inputPrice) }
    if let outputPrice { writer.field("outputPrice", outputPrice) }
    writer.field("percentage", percentage.map(Int64.init))
    writer.endObject()
  }
}
