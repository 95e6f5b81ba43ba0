// Made from wire/features.json: change that and run `make wire`.

import Domain

extension FeatureState: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var name: Feature?
    var description: String?
    var owner: String?
    var defaultPercentage: Int64?
    var rollout: FeatureRollout?
    var enabled: Int64?
    var disabled: Int64?
    var admitted: Int64?
    var refused: Int64?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "name":
        name = try reader.word(
          "ai, pipeline, summaries, answers, search, extraction, scheduling, priorities, assistant, model, modelPass, reminders or dailyDigest"
        )
      case "description": description = try reader.string()
      case "owner": owner = try reader.string()
      case "defaultPercentage": defaultPercentage = try reader.integer()
      case "rollout": rollout = try reader.body()
      case "enabled": enabled = try reader.integer()
      case "disabled": disabled = try reader.integer()
      case "admitted": admitted = try reader.integer()
      case "refused": refused = try reader.integer()
      default: try reader.skipValue()
      }
    }
    self.init(
      name: try name.required("name"), description: try description.required("description"),
      owner: try owner.required("owner"), defaultPercentage: Int(try defaultPercentage.required("defaultPercentage")),
      rollout: try rollout.required("rollout"), enabled: Int(try enabled.required("enabled")),
      disabled: Int(try disabled.required("disabled")), admitted: Int(try admitted.required("admitted")),
      refused: Int(try refused.required("refused")))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("name", name.rawValue)
    writer.field("description", description)
    writer.field("owner", owner)
    writer.field("defaultPercentage", defaultPercentage)
    writer.field("rollout", rollout)
    writer.field("enabled", enabled)
    writer.field("disabled", disabled)
    writer.field("admitted", admitted)
    writer.field("refused", refused)
    writer.endObject()
  }
}
