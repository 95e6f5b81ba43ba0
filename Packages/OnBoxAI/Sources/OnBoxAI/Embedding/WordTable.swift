import CKernels

/// The vector of each word piece, as signed bytes with a scale for each piece, or as floats.
struct WordTable: Sendable {
  private enum Vectors: Sendable {
    case quantized(AlignedArray<Int8>, scales: AlignedArray<Float>)
    case exact(AlignedArray<Float>)
  }

  private let width: Int
  private let vectors: Vectors

  init(
    _ tensors: SafeTensors, shape: EncoderShape, arithmetic: LinearLayer.Arithmetic
  ) throws(ModelUnavailable) {
    width = shape.width
    let count = shape.words * shape.width
    switch arithmetic {
    case .quantized: vectors = .quantized(AlignedArray(count: count), scales: AlignedArray(count: shape.words))
    case .exact: vectors = .exact(AlignedArray(count: count))
    }
    try tensors.floats("embeddings.word_embeddings.weight", shape: [shape.words, shape.width]) { source in
      switch vectors {
      case .quantized(let values, let scales):
        messageai_quantize_table(source, shape.words, shape.width, values.pointer, scales.pointer)
      case .exact(let values):
        values.pointer.update(from: source, count: count)
      }
    }
  }

  /// Writes the vector of `piece` plus `addend` to `result`.
  func expand(_ piece: Int32, adding addend: UnsafePointer<Float>, into result: UnsafeMutablePointer<Float>) {
    let index = Int(piece)
    switch vectors {
    case .quantized(let values, let scales):
      messageai_expand_row(values.pointer + index * width, scales.pointer[index], addend, width, result)
    case .exact(let values):
      for offset in 0..<width { result[offset] = values.pointer[index * width + offset] + addend[offset] }
    }
  }
}
