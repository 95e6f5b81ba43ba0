import CKernels

/// The meaning of a text as a direction in 384 dimensions, one signed byte each: the unit vector times 127.
package struct Embedding: Hashable, Sendable {
  /// 384 values of -127...127.
  package let values: [Int8]

  /// From a vector of length 1. Precondition: `TextEmbedder.dimensions` values.
  package init(unit: [Float]) {
    precondition(unit.count == TextEmbedder.dimensions, "an embedding has \(TextEmbedder.dimensions) values")
    values = unit.map { value in Int8(max(-127, min(127, (value * 127).rounded()))) }
  }

  /// From `bytes` as they were stored; `nil` when it is not `TextEmbedder.dimensions` of them.
  package init?(bytes: [UInt8]) {
    guard bytes.count == TextEmbedder.dimensions else { return nil }
    values = bytes.map { Int8(bitPattern: $0) }
  }

  /// What to store: 384 bytes in two's complement.
  package var bytes: [UInt8] { values.map { UInt8(bitPattern: $0) } }

  /// The cosine, -1...1: 1 for the same direction; 0 when either has no direction.
  package func similarity(_ other: Embedding) -> Float {
    let count = values.count
    let product = messageai_dot_int8(values, other.values, count)
    let norms =
      Float(messageai_dot_int8(values, values, count)) * Float(messageai_dot_int8(other.values, other.values, count))
    return norms > 0 ? Float(product) / norms.squareRoot() : 0
  }
}
