import CKernels

/// A transformer of the BERT family: word pieces in, vectors of its layers out.
struct SentenceEncoder: Sendable {
  struct Text: Sendable {
    /// Ids of word pieces.
    let pieces: [Int32]
    /// Whether its token states are wanted.
    let keepsTokenStates: Bool
    var count: Int { pieces.count }
  }

  /// What comes of a text.
  struct Encoding: Sendable {
    /// The mean of the last layer's vectors, scaled to length 1.
    var last: [Float] = []
    /// The same of the layers in `EncoderShape.lowerLayers`, one after the other.
    var lowerLayerFeatures: [Float] = []
    /// The vectors of the layers in `EncoderShape.tokenStateLayers` side by side, piece after
    /// piece; empty unless asked for.
    var tokenStates: [Float] = []
  }

  private struct Normalization: Sendable {
    let gain: AlignedArray<Float>
    let bias: AlignedArray<Float>
  }

  private struct Block: Sendable {
    let projection: LinearLayer
    let mixing: LinearLayer
    let attentionNormalization: Normalization
    let widening: LinearLayer
    let narrowing: LinearLayer
    let outputNormalization: Normalization
  }

  let shape: EncoderShape
  private let kernels: messageai_kernels
  private let words: WordTable
  /// The vector of each position plus that of the first (and only) segment.
  private let positions: AlignedArray<Float>
  private let normalization: Normalization
  private let blocks: [Block]

  init(
    _ tensors: SafeTensors, shape: EncoderShape, arithmetic: LinearLayer.Arithmetic, kernels: messageai_kernels
  ) throws(ModelUnavailable) {
    self.shape = shape
    self.kernels = kernels
    words = try WordTable(tensors, shape: shape, arithmetic: arithmetic)
    positions = try Self.positions(tensors, shape)
    normalization = try Self.normalization("embeddings", tensors, shape)
    var blocks: [Block] = []
    for index in 0..<shape.layers {
      blocks.append(try Self.block("encoder.layer.\(index)", tensors, shape, arithmetic))
    }
    self.blocks = blocks
  }

  private static func positions(
    _ tensors: SafeTensors, _ shape: EncoderShape
  ) throws(ModelUnavailable) -> AlignedArray<Float> {
    let positions = AlignedArray<Float>(count: shape.positions * shape.width)
    try tensors.floats("embeddings.position_embeddings.weight", shape: [512, shape.width]) { source in
      positions.pointer.update(from: source, count: positions.count)
    }
    try tensors.floats("embeddings.token_type_embeddings.weight", shape: [2, shape.width]) { segment in
      for index in 0..<positions.count { positions.pointer[index] += segment[index % shape.width] }
    }
    return positions
  }

  private static func normalization(
    _ name: String, _ tensors: SafeTensors, _ shape: EncoderShape
  ) throws(ModelUnavailable) -> Normalization {
    let result = Normalization(gain: AlignedArray(count: shape.width), bias: AlignedArray(count: shape.width))
    try tensors.floats(name + ".LayerNorm.weight", shape: [shape.width]) { source in
      result.gain.pointer.update(from: source, count: shape.width)
    }
    try tensors.floats(name + ".LayerNorm.bias", shape: [shape.width]) { source in
      result.bias.pointer.update(from: source, count: shape.width)
    }
    return result
  }

  private static func block(
    _ name: String, _ tensors: SafeTensors, _ shape: EncoderShape, _ arithmetic: LinearLayer.Arithmetic
  ) throws(ModelUnavailable) -> Block {
    let attention = name + ".attention.self."
    return Block(
      projection: try LinearLayer(
        [attention + "query", attention + "key", attention + "value"], inputs: shape.width, outputsOfEach: shape.width,
        in: tensors, arithmetic: arithmetic),
      mixing: try LinearLayer(
        [name + ".attention.output.dense"], inputs: shape.width, outputsOfEach: shape.width, in: tensors,
        arithmetic: arithmetic),
      attentionNormalization: try normalization(name + ".attention.output", tensors, shape),
      widening: try LinearLayer(
        [name + ".intermediate.dense"], inputs: shape.width, outputsOfEach: shape.inner, in: tensors,
        arithmetic: arithmetic),
      narrowing: try LinearLayer(
        [name + ".output.dense"], inputs: shape.inner, outputsOfEach: shape.width, in: tensors, arithmetic: arithmetic),
      outputNormalization: try normalization(name + ".output", tensors, shape))
  }

  /// The encodings of `texts`, computed together. Precondition: each has 1 to `shape.positions`
  /// word pieces, and `workspace` has room for all of them.
  func encode(_ texts: [Text], workspace: EncoderWorkspace) -> [Encoding] {
    let total = texts.reduce(0) { $0 + $1.count }
    let width = shape.width
    var encodings = [Encoding](repeating: Encoding(), count: texts.count)
    look(up: texts, into: workspace)
    for (index, block) in blocks.enumerated() {
      block.projection.apply(
        kernels, to: workspace.hidden.pointer, rows: total, into: workspace.projected.pointer, workspace: workspace)
      var first = 0
      for text in texts {
        kernels.attention(
          workspace.projected.pointer + first * 3 * width, text.count, shape.heads, workspace.scratch.pointer,
          workspace.attended.pointer + first * width)
        first += text.count
      }
      block.mixing.apply(
        kernels, to: workspace.attended.pointer, rows: total, into: workspace.mixed.pointer, workspace: workspace)
      normalize(block.attentionNormalization, adding: workspace.mixed, rows: total, workspace)
      block.widening.apply(
        kernels, to: workspace.hidden.pointer, rows: total, into: workspace.widened.pointer, workspace: workspace)
      kernels.gelu(workspace.widened.pointer, total * shape.inner)
      block.narrowing.apply(
        kernels, to: workspace.widened.pointer, rows: total, into: workspace.mixed.pointer, workspace: workspace)
      normalize(block.outputNormalization, adding: workspace.mixed, rows: total, workspace)
      if shape.lowerLayers.contains(index + 1) {
        for (text, mean) in unitMeans(of: texts, workspace).enumerated() { encodings[text].lowerLayerFeatures += mean }
      }
      if let place = shape.tokenStateLayers.firstIndex(of: index + 1) {
        keepCourse(of: texts, at: place, in: &encodings, workspace)
      }
    }
    for (text, mean) in unitMeans(of: texts, workspace).enumerated() { encodings[text].last = mean }
    return encodings
  }

  /// Copies what `hidden` holds now to its place among the layers of each piece.
  private func keepCourse(
    of texts: [Text], at place: Int, in encodings: inout [Encoding], _ workspace: EncoderWorkspace
  ) {
    let width = shape.width
    let stride = width * shape.tokenStateLayers.count
    var row = workspace.hidden.pointer
    for (index, text) in texts.enumerated() {
      defer { row += text.count * width }
      guard text.keepsTokenStates else { continue }
      if place == 0 { encodings[index].tokenStates = [Float](repeating: 0, count: text.count * stride) }
      encodings[index].tokenStates.withUnsafeMutableBufferPointer { tokenStates in
        guard let first = tokenStates.baseAddress else { return }
        for piece in 0..<text.count {
          (first + piece * stride + place * width).update(from: row + piece * width, count: width)
        }
      }
    }
  }

  /// Of what `hidden` holds now, a text each.
  private func unitMeans(of texts: [Text], _ workspace: EncoderWorkspace) -> [[Float]] {
    let width = shape.width
    var first = 0
    return texts.map { text in
      defer { first += text.count }
      return [Float](unsafeUninitializedCapacity: width) { buffer, count in
        guard let result = buffer.baseAddress else { return }
        kernels.mean_unit(workspace.hidden.pointer + first * width, text.count, width, result)
        count = width
      }
    }
  }

  /// Fills `hidden` with the normalized sum of each piece's word and position.
  private func look(up texts: [Text], into workspace: EncoderWorkspace) {
    let width = shape.width
    var row = 0
    for text in texts {
      for (position, piece) in text.pieces.enumerated() {
        words.expand(
          piece, adding: positions.pointer + position * width, into: workspace.hidden.pointer + row * width)
        row += 1
      }
    }
    workspace.mixed.pointer.update(repeating: 0, count: row * width)
    normalize(normalization, adding: workspace.mixed, rows: row, workspace)
  }

  private func normalize(
    _ normalization: Normalization, adding residual: AlignedArray<Float>, rows: Int, _ workspace: EncoderWorkspace
  ) {
    kernels.add_normalize(
      workspace.hidden.pointer, residual.pointer, normalization.gain.pointer, normalization.bias.pointer, rows,
      shape.width, 1e-12)
  }
}
