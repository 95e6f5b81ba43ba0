import Domain
import ServerCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is read piece by piece.
package final class FileSource: ByteSource {
  private static let pieceSize = 1 << 16

  private let descriptor: Int32

  package init(_ path: String) throws(Refusal) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw UploadFolder.failure }
  }

  deinit {
    close(descriptor)
  }

  package func next() throws(Refusal) -> [UInt8] {
    var count = -1
    let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, filled in
      repeat { count = read(descriptor, buffer.baseAddress, Self.pieceSize) } while count < 0 && errno == EINTR
      filled = max(0, count)
    }
    guard count >= 0 else { throw UploadFolder.failure }
    return piece
  }
}

/// A file that is made, and written piece by piece.
package final class FileSink: ByteSink {
  private let descriptor: Int32
  private var count = 0

  /// Takes the place of a file that there is already.
  package init(_ path: String) throws(Refusal) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw UploadFolder.failure }
  }

  deinit {
    close(descriptor)
  }

  package func write(_ bytes: ArraySlice<UInt8>) throws(Refusal) {
    try put(bytes, at: count)
    count += bytes.count
  }

  package func replace(_ bytes: [UInt8], at offset: Int) throws(Refusal) {
    try put(bytes[...], at: offset)
  }

  private func put(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(Refusal) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset + rest.startIndex - bytes.startIndex))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw UploadFolder.failure }
      rest = rest.dropFirst(count)
    }
  }
}
