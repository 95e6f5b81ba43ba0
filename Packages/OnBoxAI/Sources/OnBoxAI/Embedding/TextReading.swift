/// What the encoder makes of a text.
public struct TextReading: Sendable {
  /// How many values a manner has.
  public static let mannerDimensions = TextEmbedder.dimensions * EncoderShape.miniLM.mannerLayers.count
  /// How many values a course has for each word piece.
  public static let courseDimensions = TextEmbedder.dimensions * EncoderShape.miniLM.courseLayers.count

  /// What it is about: for search, and wherever meanings are compared.
  public let meaning: Embedding
  /// How it is said, told by lower layers of the encoder, of which the last keeps little: `mannerDimensions` values, a
  /// vector of length 1 a layer.
  public let manner: [Float]

  /// How it goes on, piece by piece: `courseDimensions` values for each, marks of beginning and end included, the vectors
  /// of three layers side by side. Large, and so empty but for informal texts, which alone are judged by it.
  public let course: [Float]

  /// Precondition: `manner` has `mannerDimensions` values, `course` some times `courseDimensions`.
  public init(meaning: Embedding, manner: [Float], course: [Float]) {
    precondition(manner.count == Self.mannerDimensions, "a manner has \(Self.mannerDimensions) values")
    precondition(
      course.count.isMultiple(of: Self.courseDimensions), "a course has \(Self.courseDimensions) values a piece")
    self.meaning = meaning
    self.manner = manner
    self.course = course
  }
}
