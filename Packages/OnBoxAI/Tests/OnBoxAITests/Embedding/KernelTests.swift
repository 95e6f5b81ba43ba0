import CKernels
import Testing

@testable import OnBoxAI

@Suite("The kernels of the sentence model")
struct KernelTests {
  /// Rows, inputs and outputs: none fits a tile of 4, 6 or 12 rows, or all do.
  struct Size: Sendable {
    let rows: Int
    let inputs: Int
    let outputs: Int
  }

  static let sizes =
    (1...14).map { Size(rows: $0, inputs: 2 * $0, outputs: 16) } + [
      Size(rows: 1, inputs: 1_536, outputs: 48), Size(rows: 25, inputs: 384, outputs: 1_152),
      Size(rows: 37, inputs: 1_534, outputs: 16), Size(rows: 24, inputs: 386, outputs: 32),
    ]

  /// Without a bias a result is a sum of integers times a scale: equal results, equal sums.
  @Test("of every processor multiply bytes to equal bits", arguments: sizes)
  func integers(size: Size) {
    var random = SystemRandomNumberGenerator()
    let limit = Int16(MESSAGEAI_ACTIVATION_LIMIT)
    let rows = (0..<size.rows * size.inputs).map { _ in Int16.random(in: -limit...limit, using: &random) }
    let weights = (0..<size.outputs * size.inputs).map { _ in Float.random(in: -1...1, using: &random) }
    let rowScales = (0..<size.rows).map { _ in Float.random(in: 0.001...2, using: &random) }
    let packed = AlignedArray<Int8>(count: size.outputs * size.inputs)
    let scales = AlignedArray<Float>(count: size.outputs)
    messageai_pack_int8(weights, 0, size.outputs, size.inputs, packed.pointer, scales.pointer)
    func results(_ kernels: messageai_kernels) -> [UInt32] {
      var results = [Float](repeating: .nan, count: size.rows * size.outputs)
      kernels.linear_int8(
        rows, rowScales, size.rows, size.inputs, packed.pointer, scales.pointer,
        [Float](repeating: 0, count: size.outputs), size.outputs, &results)
      return results.map(\.bitPattern)
    }
    let portable = results(messageai_kernels_portable())
    #expect(results(messageai_kernels_best()) == portable)
    if let wide = messageai_kernels_avx2() { #expect(results(wide.pointee) == portable) }
  }

  @Test("of every processor compare vectors to equal bits", arguments: [1, 31, 32, 33, 64, 95, 384, 1_024])
  func scan(width: Int) {
    var random = SystemRandomNumberGenerator()
    let vectors = (0..<23 * width).map { _ in Int8.random(in: .min ... .max, using: &random) }
    func cosines(_ kernels: messageai_kernels) -> [UInt32] {
      var cosines = [Float](repeating: .nan, count: 23)
      kernels.scan_int8(Array(vectors.prefix(width)), vectors, 23, width, &cosines)
      return cosines.map(\.bitPattern)
    }
    let portable = cosines(messageai_kernels_portable())
    #expect(cosines(messageai_kernels_best()) == portable)
    if let wide = messageai_kernels_avx2() { #expect(cosines(wide.pointee) == portable) }
  }

  @Test("take each row's largest magnitude for its scale, and cut off nothing")
  func quantization() {
    var rows = (0..<3 * 37).map { Float($0 % 37) / 8 - 2 }
    rows[40] = -9
    rows.replaceSubrange(74..., with: repeatElement(0, count: 37))
    for kernels in [messageai_kernels_best(), messageai_kernels_portable()] {
      var quantized = [Int16](repeating: 1, count: rows.count)
      var scales = [Float](repeating: -1, count: 3)
      kernels.quantize(rows, 3, 37, &quantized, &scales)
      let limit = Float(MESSAGEAI_ACTIVATION_LIMIT)
      #expect(scales == [2.5 / limit, 9 / limit, 0])
      #expect(quantized[36] == Int16(limit) && quantized[40] == -Int16(limit))
      for (index, value) in rows.enumerated() {
        #expect(abs(Float(quantized[index]) * scales[index / 37] - value) <= scales[index / 37] * 0.51)
      }
    }
  }

  @Test("hold the largest sums that there are")
  func extremes() {
    let inputs = 1_536
    let limit = Int16(MESSAGEAI_ACTIVATION_LIMIT)
    let packed = AlignedArray<Int8>(count: 16 * inputs)
    let scales = AlignedArray<Float>(count: 16)
    messageai_pack_int8([Float](repeating: 1, count: 16 * inputs), 0, 16, inputs, packed.pointer, scales.pointer)
    for sign in [1, -1] as [Int16] {
      var results = [Float](repeating: 0, count: 16)
      messageai_kernels_best().linear_int8(
        [Int16](repeating: sign * limit, count: inputs), [1], 1, inputs, packed.pointer, scales.pointer,
        [Float](repeating: 0, count: 16), 16, &results)
      let expected = Float(Int32(sign) * Int32(limit) * 127 * Int32(inputs)) * scales.pointer[0]
      #expect(results == [Float](repeating: expected, count: 16))
    }
  }
}
