// Made from wire/features.json: change that and run `make wire`.

import Domain

/// All features.
package struct FeaturesResponse: WireBody, Hashable {
  package var features: [FeatureState]

  package init(features: [FeatureState]) {
    self.features = features
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var features: [FeatureState] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "features": features = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    self.init(features: features)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("features", features)
    writer.endObject()
  }
}

/// Whom a feature reaches, by name.
package struct FeaturePeople: WireBody, Hashable {
  package var people: [FeatureReach]
  /// For `after`: there are more.
  package var next: String?

  package init(people: [FeatureReach], next: String? = nil) {
    self.people = people
    self.next = next
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var people: [FeatureReach] = []
    var next: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "people": people = try reader.bodies()
      case "next": next = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(people: people, next: next)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("people", people)
    writer.field("next", next)
    writer.endObject()
  }
}
