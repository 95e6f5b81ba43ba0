/// The memory that one run of the encoder writes to. Used by one thread at a time.
final class EncoderWorkspace {
  let hidden: AlignedArray<Float>
  let projected: AlignedArray<Float>
  let attended: AlignedArray<Float>
  let mixed: AlignedArray<Float>
  let widened: AlignedArray<Float>
  let scratch: AlignedArray<Float>
  let quantized: AlignedArray<Int16>
  let scales: AlignedArray<Float>

  /// For at most `tokens` tokens at once.
  init(tokens: Int, shape: EncoderShape) {
    hidden = AlignedArray(count: tokens * shape.width)
    projected = AlignedArray(count: tokens * 3 * shape.width)
    attended = AlignedArray(count: tokens * shape.width)
    mixed = AlignedArray(count: tokens * shape.width)
    widened = AlignedArray(count: tokens * shape.inner)
    scratch = AlignedArray(count: 33 * ((tokens + 31) / 32 * 32))
    quantized = AlignedArray(count: tokens * shape.inner)
    scales = AlignedArray(count: tokens)
  }
}
