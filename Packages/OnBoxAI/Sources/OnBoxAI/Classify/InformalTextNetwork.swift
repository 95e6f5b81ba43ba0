import CKernels
import Foundation

/// Small networks that read a spoken text piece by piece: whether it is a commitment or a
/// directive.
///
/// A piece's vectors are normalized, narrowed, seen with both neighbours, and gathered twice: by a
/// learned attention and by their largest values. Several networks that differ only by chance are
/// averaged. Made by `Packages/OnBoxAI/Training/network.py`.
struct InformalTextNetwork: Sendable {
  private static let members = 3
  private static let width = 32
  /// A piece and its neighbours.
  private static let taps = 3
  /// Of the normalization of a piece's vectors.
  private static let epsilon: Float = 1e-5

  private struct Member: Sendable {
    let convolution: LinearLayer
    let gate: [Float]
    /// Of what attention gathers, then of the largest values.
    let output: [Float]
    let bias: Float
  }

  private let kernels: messageai_kernels
  private let narrowing: LinearLayer
  /// Of a normalization that neither stretches nor shifts.
  private let ones: AlignedArray<Float>
  private let zeros: AlignedArray<Float>
  private let networks: [Member]

  /// Reads the weights. Throws when an array is missing, of another shape or holds what is no
  /// number.
  init(_ file: URL, kernels: messageai_kernels) throws(ModelUnavailable) {
    self.kernels = kernels
    let tensors = try SafeTensors(file, model: MessageClassifier.model)
    let pieceWidth = TextReading.tokenStateDimensions
    try Self.check("down", inputs: pieceWidth, outputs: Self.members * Self.width, tensors)
    narrowing = try LinearLayer(
      ["down"], inputs: pieceWidth, outputsOfEach: Self.members * Self.width, in: tensors, arithmetic: .exact)
    ones = AlignedArray(count: pieceWidth)
    ones.pointer.update(repeating: 1, count: pieceWidth)
    zeros = AlignedArray(count: pieceWidth)
    var networks: [Member] = []
    for index in 0..<Self.members { networks.append(try Self.member(index, tensors)) }
    self.networks = networks
  }

  private static func member(_ index: Int, _ tensors: SafeTensors) throws(ModelUnavailable) -> Member {
    let name = "convolution.\(index)"
    try check(name, inputs: taps * width, outputs: width, tensors)
    return Member(
      convolution: try LinearLayer(
        [name], inputs: taps * width, outputsOfEach: width, in: tensors, arithmetic: .exact),
      gate: try values("gate.\(index)", [width], tensors), output: try values("output.\(index)", [2 * width], tensors),
      bias: try values("bias.\(index)", [1], tensors)[0])
  }

  private static func check(
    _ name: String, inputs: Int, outputs: Int, _ tensors: SafeTensors
  ) throws(ModelUnavailable) {
    _ = try values(name + ".weight", [outputs, inputs], tensors)
    _ = try values(name + ".bias", [outputs], tensors)
  }

  private static func values(
    _ name: String, _ shape: [Int], _ tensors: SafeTensors
  ) throws(ModelUnavailable) -> [Float] {
    let values = try tensors.floats(name, shape: shape) {
      Array(UnsafeBufferPointer(start: $0, count: shape.reduce(1, *)))
    }
    guard values.allSatisfy(\.isFinite) else {
      throw ModelUnavailable(model: MessageClassifier.model, description: "\(name) holds what is no number.")
    }
    return values
  }

  /// The mean of the networks' sums: the larger, the likelier. `tokenStates`: of a `TextReading`,
  /// not empty.
  func sum(of tokenStates: [Float]) -> Double {
    let count = tokenStates.count / TextReading.tokenStateDimensions
    let narrowed = applied(narrowing, to: normalized(tokenStates, count), rows: count)
    let sums = networks.enumerated().map { index, network in
      let windows = windows(of: narrowed, from: index * Self.width, count: count)
      return Double(sum(of: network, over: applied(network.convolution, to: windows, rows: count), count: count))
    }
    return sums.reduce(0, +) / Double(sums.count)
  }

  private func applied(_ layer: LinearLayer, to rows: AlignedArray<Float>, rows count: Int) -> AlignedArray<Float> {
    let result = AlignedArray<Float>(count: count * layer.outputs)
    withExtendedLifetime((rows, result)) {
      layer.apply(kernels, to: rows.pointer, rows: count, into: result.pointer, workspace: nil)
    }
    return result
  }

  private func normalized(_ tokenStates: [Float], _ count: Int) -> AlignedArray<Float> {
    let width = TextReading.tokenStateDimensions
    let rows = AlignedArray<Float>(count: tokenStates.count)
    withExtendedLifetime(rows) {
      tokenStates.withUnsafeBufferPointer { source in
        guard let first = source.baseAddress else { return }
        rows.pointer.update(from: first, count: source.count)
      }
      for piece in 0..<count {
        kernels.add_normalize(
          rows.pointer + piece * width, zeros.pointer, ones.pointer, zeros.pointer, 1, width, Self.epsilon)
      }
    }
    return rows
  }

  /// Each piece between its neighbours, zeros beyond the ends; of one network's columns, which
  /// begin at `first`.
  private func windows(of narrowed: AlignedArray<Float>, from first: Int, count: Int) -> AlignedArray<Float> {
    let windows = AlignedArray<Float>(count: count * Self.taps * Self.width)
    withExtendedLifetime((narrowed, windows)) {
      for piece in 0..<count {
        for tap in 0..<Self.taps {
          let source = piece + tap - 1
          guard (0..<count).contains(source) else { continue }
          (windows.pointer + (piece * Self.taps + tap) * Self.width).update(
            from: narrowed.pointer + source * narrowing.outputs + first, count: Self.width)
        }
      }
    }
    return windows
  }

  private func sum(of network: Member, over seen: AlignedArray<Float>, count: Int) -> Float {
    withExtendedLifetime(seen) {
      kernels.gelu(seen.pointer, count * Self.width)
      let pieces = (0..<count).map { UnsafeBufferPointer(start: seen.pointer + $0 * Self.width, count: Self.width) }
      let attention = Self.shares(pieces.map { zip($0, network.gate).reduce(0) { $0 + $1.0 * $1.1 } })
      var sum = network.bias
      for value in 0..<Self.width {
        let gathered = zip(pieces, attention).reduce(Float(0)) { $0 + $1.0[value] * $1.1 }
        let largest = pieces.reduce(-Float.infinity) { max($0, $1[value]) }
        sum += network.output[value] * gathered + network.output[Self.width + value] * largest
      }
      return sum
    }
  }

  /// The softmax of `values`.
  private static func shares(_ values: [Float]) -> [Float] {
    let largest = values.max() ?? 0
    let powers = values.map { exp($0 - largest) }
    let total = powers.reduce(0, +)
    return powers.map { $0 / total }
  }
}
