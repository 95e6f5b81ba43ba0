import CKernels

/// A layer `y = Wx + b`, with weights as signed bytes or as floats.
struct LinearLayer: Sendable {
  /// How a layer computes.
  enum Arithmetic: Hashable, Sendable {
    /// Weights of 8 bits with a scale for each output, inputs of 14 bits with a scale for each
    /// token.
    case quantized
    /// Floats throughout: four times the memory and half the speed. For small layers, and the
    /// yardstick of the other.
    case exact
  }

  private enum Weights: Sendable {
    case quantized(AlignedArray<Int8>, scales: AlignedArray<Float>)
    case exact(AlignedArray<Float>)
  }

  let inputs: Int
  let outputs: Int
  private let weights: Weights
  private let bias: AlignedArray<Float>

  /// Layers of the same `inputs` that are computed together, one after the other in the result.
  init(
    _ names: [String], inputs: Int, outputsOfEach: Int, in tensors: SafeTensors, arithmetic: Arithmetic
  ) throws(ModelUnavailable) {
    self.inputs = inputs
    outputs = outputsOfEach * names.count
    bias = AlignedArray(count: outputs)
    switch arithmetic {
    case .quantized: weights = .quantized(AlignedArray(count: outputs * inputs), scales: AlignedArray(count: outputs))
    case .exact: weights = .exact(AlignedArray(count: outputs * inputs))
    }
    for (index, name) in names.enumerated() {
      let first = index * outputsOfEach
      try tensors.floats(name + ".weight", shape: [outputsOfEach, inputs]) { source in
        switch weights {
        case .quantized(let packed, let scales):
          messageai_pack_int8(source, first, outputsOfEach, inputs, packed.pointer, scales.pointer)
        case .exact(let packed):
          messageai_pack_float(source, first, outputsOfEach, inputs, packed.pointer)
        }
      }
      try tensors.floats(name + ".bias", shape: [outputsOfEach]) { source in
        (bias.pointer + first).update(from: source, count: outputsOfEach)
      }
    }
  }

  /// `rows` of `inputs` floats to `rows` of `outputs` floats; `workspace` holds the quantized rows
  /// in between, so that an exact layer needs none.
  func apply(
    _ kernels: messageai_kernels, to input: UnsafePointer<Float>, rows: Int, into output: UnsafeMutablePointer<Float>,
    workspace: EncoderWorkspace?
  ) {
    switch weights {
    case .quantized(let packed, let scales):
      guard let workspace else { preconditionFailure("a quantized layer needs a workspace") }
      let quantized = workspace.quantized.pointer
      let rowScales = workspace.scales.pointer
      kernels.quantize(input, rows, inputs, quantized, rowScales)
      kernels.linear_int8(
        quantized, rowScales, rows, inputs, packed.pointer, scales.pointer, bias.pointer, outputs, output)
    case .exact(let packed):
      kernels.linear_float(input, rows, inputs, packed.pointer, bias.pointer, outputs, output)
    }
  }
}
