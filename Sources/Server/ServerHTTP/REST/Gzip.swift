import CZlib

/// The gzip format (RFC 1952), for what is compressed once and served often.
enum Gzip {
  /// `nil` when the bytes do not get smaller, or memory is short.
  static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    // 16 more than the largest window asks for gzip's own header.
    let opened = deflateInit2_(
      &stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      CInt(MemoryLayout<z_stream>.size))
    guard opened == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: bytes.count)
    let result = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = uInt(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = uInt(output.count)
        return deflate(&stream, Z_FINISH)
      }
    }
    guard result == Z_STREAM_END else { return nil }
    return Array(output.prefix(Int(stream.total_out)))
  }

  /// Whether a request's `Accept-Encoding` takes gzip (RFC 9110, 12.5.3).
  static func isAccepted(_ header: String?) -> Bool {
    var weights: [String: Double] = [:]
    for element in (header ?? "").lowercased().split(separator: ",") {
      let parts = element.split(separator: ";").map { String($0).trimmingWhitespace }
      guard let name = parts.first else { continue }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
      weights[name] = weight ?? 1
    }
    return (weights["gzip"] ?? weights["x-gzip"] ?? weights["*"] ?? 0) > 0
  }
}
