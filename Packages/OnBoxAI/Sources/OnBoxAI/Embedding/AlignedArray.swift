/// Numbers in memory that starts at a cache line, for the kernels. Freed with its last reference.
///
/// Unchecked: whoever makes one fills it before sharing it, and nobody writes after that.
final class AlignedArray<Element: BitwiseCopyable>: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<Element>
  let count: Int

  /// `count` zeros.
  init(count: Int) {
    let bytes = max(64, count * MemoryLayout<Element>.stride)
    let raw = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    raw.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    pointer = raw.bindMemory(to: Element.self, capacity: count)
    self.count = count
  }

  deinit {
    pointer.deallocate()
  }
}
