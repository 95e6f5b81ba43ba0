import CKernels
import Foundation

/// Small networks that read a spoken text piece by piece: whether it is a commitment or a directive.
///
/// A piece's vectors are normalized, narrowed, seen with both neighbours, and gathered twice: by a learned attention and
/// by their largest values. Several networks that differ only by chance are averaged. Made by
/// `Models/training/network.py`.
struct SpokenNetwork: Sendable {
  static let members = 3
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
  private let gain: AlignedArray<Float>
  private let zeros: AlignedArray<Float>
  private let networks: [Member]

  /// Reads the weights.
  init(_ file: URL, kernels: messageai_kernels) throws(ModelUnavailable) {
    self.kernels = kernels
    let tensors = try SafeTensors(file, model: MessageClassifier.model)
    let pieceWidth = TextReading.courseDimensions
    narrowing = try LinearLayer(
      ["down"], inputs: pieceWidth, outputsOfEach: Self.members * Self.width, in: tensors, arithmetic: .exact)
    gain = AlignedArray(count: pieceWidth)
    gain.pointer.update(repeating: 1, count: pieceWidth)
    zeros = AlignedArray(count: pieceWidth)
    var networks: [Member] = []
    for index in 0..<Self.members { networks.append(try Self.member(index, tensors)) }
    self.networks = networks
  }

  private static func member(_ index: Int, _ tensors: SafeTensors) throws(ModelUnavailable) -> Member {
    func values(_ name: String, _ count: Int) throws(ModelUnavailable) -> [Float] {
      try tensors.floats("\(name).\(index)", shape: [count]) { Array(UnsafeBufferPointer(start: $0, count: count)) }
    }
    return Member(
      convolution: try LinearLayer(
        ["convolution.\(index)"], inputs: taps * width, outputsOfEach: width, in: tensors, arithmetic: .exact),
      gate: try values("gate", width), output: try values("output", 2 * width), bias: try values("bias", 1)[0])
  }

  /// The mean of the networks' sums: the larger, the likelier. `course`: of a `TextReading`.
  func sum(of course: [Float]) -> Double {
    let count = course.count / TextReading.courseDimensions
    let narrowed = AlignedArray<Float>(count: count * narrowing.outputs)
    let rows = normalized(course, count)
    narrowing.apply(kernels, to: rows.pointer, rows: count, into: narrowed.pointer, workspace: nil)
    let sums = networks.indices.map { Double(sum(of: $0, reading: narrowed, count: count)) }
    return sums.reduce(0, +) / Double(sums.count)
  }

  private func normalized(_ course: [Float], _ count: Int) -> AlignedArray<Float> {
    let rows = AlignedArray<Float>(count: course.count)
    for (index, value) in course.enumerated() { rows.pointer[index] = value }
    for piece in 0..<count {
      kernels.add_normalize(
        rows.pointer + piece * TextReading.courseDimensions, zeros.pointer, gain.pointer, zeros.pointer, 1,
        TextReading.courseDimensions, Self.epsilon)
    }
    return rows
  }

  private func sum(of index: Int, reading narrowed: AlignedArray<Float>, count: Int) -> Float {
    let member = networks[index]
    let seen = AlignedArray<Float>(count: count * Self.width)
    let windows = windows(of: narrowed, from: index * Self.width, count: count)
    member.convolution.apply(kernels, to: windows.pointer, rows: count, into: seen.pointer, workspace: nil)
    kernels.gelu(seen.pointer, count * Self.width)
    let pieces = (0..<count).map { UnsafeBufferPointer(start: seen.pointer + $0 * Self.width, count: Self.width) }
    let attention = Self.shares(pieces.map { zip($0, member.gate).reduce(0) { $0 + $1.0 * $1.1 } })
    var sum = member.bias
    for value in 0..<Self.width {
      let gathered = zip(pieces, attention).reduce(Float(0)) { $0 + $1.0[value] * $1.1 }
      let largest = pieces.reduce(-Float.infinity) { max($0, $1[value]) }
      sum += member.output[value] * gathered + member.output[Self.width + value] * largest
    }
    return sum
  }

  /// Each piece between its neighbours, zeros beyond the ends; of one network's columns, which begin at `first`.
  private func windows(of narrowed: AlignedArray<Float>, from first: Int, count: Int) -> AlignedArray<Float> {
    let windows = AlignedArray<Float>(count: count * Self.taps * Self.width)
    for piece in 0..<count {
      for tap in 0..<Self.taps {
        let source = piece + tap - 1
        guard (0..<count).contains(source) else { continue }
        (windows.pointer + (piece * Self.taps + tap) * Self.width).update(
          from: narrowed.pointer + source * narrowing.outputs + first, count: Self.width)
      }
    }
    return windows
  }

  /// The softmax of `values`.
  private static func shares(_ values: [Float]) -> [Float] {
    let largest = values.max() ?? 0
    let powers = values.map { exp($0 - largest) }
    let total = powers.reduce(0, +)
    return powers.map { $0 / total }
  }
}
