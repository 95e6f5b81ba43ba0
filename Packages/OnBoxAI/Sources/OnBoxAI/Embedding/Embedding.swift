import CKernels

/// The meaning of a text as a direction, one signed byte a dimension. Those of this server's
/// encoder have 384 dimensions; those of a model elsewhere as many as it gives. Only embeddings of
/// one model can be compared.
public struct Embedding: Hashable, Sendable {
  /// Of this package's sentence model.
  public static let dimensions = 384

  /// Values of -127...127.
  public let values: [Int8]

  /// From a vector of length 1. Precondition: `dimensions` values.
  public init(unit: [Float]) {
    precondition(unit.count == Self.dimensions, "an embedding has \(Self.dimensions) values")
    values = unit.map { value in Int8(max(-127, min(127, (value * 127).rounded()))) }
  }

  /// From a vector of any length and width that a model elsewhere made; `nil` when it has no
  /// direction.
  public init?(scaling vector: [Float]) {
    let largest = vector.reduce(0) { max($0, abs($1)) }
    guard largest > 0, largest.isFinite else { return nil }
    values = vector.map { Int8(max(-127, min(127, ($0 / largest * 127).rounded()))) }
  }

  /// From values as they lie in an index.
  public init(values: [Int8]) {
    self.values = values
  }

  /// From `bytes` as they were stored; `nil` when it is not `dimensions` of them.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.dimensions else { return nil }
    values = bytes.map { Int8(bitPattern: $0) }
  }

  /// What to store: one byte a dimension in two's complement.
  public var bytes: [UInt8] { values.map { UInt8(bitPattern: $0) } }

  /// The cosine, -1...1: 1 for the same direction; 0 when either has no direction or they have not
  /// the same dimensions.
  public func similarity(_ other: Embedding) -> Float {
    let count = values.count
    guard other.values.count == count else { return 0 }
    let product = messageai_dot_int8(values, other.values, count)
    let norms =
      Float(messageai_dot_int8(values, values, count)) * Float(messageai_dot_int8(other.values, other.values, count))
    return norms > 0 ? Float(product) / norms.squareRoot() : 0
  }
}
