/// What the encoder makes of a text.
package struct TextReading: Sendable {
  /// How many values a manner has.
  package static let mannerDimensions = TextEmbedder.dimensions * EncoderShape.miniLM.mannerLayers.count

  /// What it is about: for search, and wherever meanings are compared.
  package let meaning: Embedding
  /// How it is said, told by lower layers of the encoder, of which the last keeps little: `mannerDimensions` values, a
  /// vector of length 1 a layer.
  package let manner: [Float]

  /// Precondition: `manner` has `mannerDimensions` values.
  package init(meaning: Embedding, manner: [Float]) {
    precondition(manner.count == Self.mannerDimensions, "a manner has \(Self.mannerDimensions) values")
    self.meaning = meaning
    self.manner = manner
  }
}
