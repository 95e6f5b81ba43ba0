/// The sizes of a sentence encoder.
struct EncoderShape: Hashable, Sendable {
  let words: Int
  let positions: Int
  let width: Int
  let inner: Int
  let heads: Int
  let layers: Int
  /// The layers, counted from 1, whose means tell how a thing is said.
  let lowerLayers: [Int]
  /// The layers whose vectors are kept piece by piece.
  let tokenStateLayers: [Int]

  /// all-MiniLM-L6-v2. Only the positions that a text can have are kept.
  static let miniLM = EncoderShape(
    words: 30522, positions: 256, width: 384, inner: 1536, heads: 12, layers: 6, lowerLayers: [2, 4],
    tokenStateLayers: [2, 4, 6])

  /// The arrays that the file of such an encoder holds, as far as they are used, with their shapes.
  var arrays: [(name: String, shape: [Int])] {
    var arrays: [(String, [Int])] = [
      ("embeddings.word_embeddings.weight", [words, width]), ("embeddings.position_embeddings.weight", [512, width]),
      ("embeddings.token_type_embeddings.weight", [2, width]),
    ]
    func add(layer name: String, from inputs: Int, to outputs: Int) {
      arrays += [(name + ".weight", [outputs, inputs]), (name + ".bias", [outputs])]
    }
    func add(normalization name: String) {
      arrays += [(name + ".LayerNorm.weight", [width]), (name + ".LayerNorm.bias", [width])]
    }
    add(normalization: "embeddings")
    for index in 0..<layers {
      let layer = "encoder.layer.\(index)"
      for part in ["self.query", "self.key", "self.value", "output.dense"] {
        add(layer: "\(layer).attention.\(part)", from: width, to: width)
      }
      add(layer: layer + ".intermediate.dense", from: width, to: inner)
      add(layer: layer + ".output.dense", from: inner, to: width)
      add(normalization: layer + ".attention.output")
      add(normalization: layer + ".output")
    }
    return arrays
  }
}
