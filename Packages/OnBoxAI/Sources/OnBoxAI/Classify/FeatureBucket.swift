/// Where a feature's weight lies: FNV-1a of its kind and parts, folded to the table's size.
package struct FeatureBucket {
  package static let count = 1 << 16
  private var value: UInt32

  /// A feature of `kind`, so far without parts.
  init(_ kind: Unicode.Scalar) {
    value = (0x811C_9DC5 ^ kind.value) &* 0x0100_0193
  }

  mutating func add(_ part: some Sequence<UInt8>) {
    value = (value ^ 0x1F) &* 0x0100_0193
    for byte in part { value = (value ^ UInt32(byte)) &* 0x0100_0193 }
  }

  var index: Int { Int((value ^ (value >> 15)) & UInt32(Self.count - 1)) }
}
