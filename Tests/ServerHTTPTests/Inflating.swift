import CZlib

struct NotGzip: Error {}

/// What was compressed with gzip.
func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
  var stream = z_stream()
  guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK else {
    throw NotGzip()
  }
  defer { inflateEnd(&stream) }
  var input = bytes
  var output = [UInt8](repeating: 0, count: 8 << 20)
  let result = input.withUnsafeMutableBufferPointer { input in
    output.withUnsafeMutableBufferPointer { output in
      stream.next_in = input.baseAddress
      stream.avail_in = uInt(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = uInt(output.count)
      return inflate(&stream, Z_FINISH)
    }
  }
  guard result == Z_STREAM_END else { throw NotGzip() }
  return Array(output.prefix(Int(stream.total_out)))
}
