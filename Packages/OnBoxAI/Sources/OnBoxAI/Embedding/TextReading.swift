/// What the encoder makes of a text.
public struct TextReading: Sendable {
  /// How many values the lower-layer features have.
  public static let lowerLayerDimensions = TextEmbedder.dimensions * EncoderShape.miniLM.lowerLayers.count
  /// How many values the token states have for each word piece.
  public static let tokenStateDimensions = TextEmbedder.dimensions * EncoderShape.miniLM.tokenStateLayers.count

  /// What it is about: for search, and wherever meanings are compared.
  public let meaning: Embedding
  /// How it is said, told by lower layers of the encoder, of which the last keeps little:
  /// `lowerLayerDimensions` values, a vector of length 1 a layer.
  public let lowerLayerFeatures: [Float]

  /// How it goes on, piece by piece: `tokenStateDimensions` values for each, marks of beginning and
  /// end included, the vectors of three layers side by side. Large, and so empty but for informal
  /// texts, which alone are judged by it.
  public let tokenStates: [Float]

  /// Precondition: `lowerLayerFeatures` has `lowerLayerDimensions` values, `tokenStates` some times
  /// `tokenStateDimensions`.
  public init(meaning: Embedding, lowerLayerFeatures: [Float], tokenStates: [Float]) {
    precondition(
      lowerLayerFeatures.count == Self.lowerLayerDimensions,
      "lower-layer features have \(Self.lowerLayerDimensions) values")
    precondition(
      tokenStates.count.isMultiple(of: Self.tokenStateDimensions),
      "token states have \(Self.tokenStateDimensions) values a piece")
    self.meaning = meaning
    self.lowerLayerFeatures = lowerLayerFeatures
    self.tokenStates = tokenStates
  }
}
