import HTTPTypes
import NIOCore

/// Something that many get alike: its bytes, compressed once where that makes them fewer, and a tag
/// for each form. All answers share them, however slowly they are read.
struct ServedBytes: Sendable {
  private let bytes: ByteBuffer
  private let gzipped: ByteBuffer?
  private let digest: String

  init(_ bytes: [UInt8], isCompressible: Bool = true) {
    self.bytes = ByteBuffer(bytes: bytes)
    gzipped = (isCompressible ? Gzip.compressed(bytes) : nil).map { ByteBuffer(bytes: $0) }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    digest = "\(String(bytes.count, radix: 16))-\(String(hash, radix: 16))"
  }

  /// The form for one request.
  struct Form {
    let bytes: ByteBuffer
    let headers: HTTPFields
    /// The asker has it already: 304.
    let isKnown: Bool
  }

  func form(for headers: HTTPFields) -> Form {
    let encoded = Gzip.isAccepted(headers[.acceptEncoding]) ? gzipped : nil
    let tag = "\"\(digest)\(encoded == nil ? "" : "-gzip")\""
    var fields: HTTPFields = [.eTag: tag]
    if gzipped != nil { fields[.vary] = "Accept-Encoding" }
    if encoded != nil { fields[.contentEncoding] = "gzip" }
    let isKnown = headers[.ifNoneMatch].map { Self.matches($0, tag) } ?? false
    return Form(bytes: encoded ?? bytes, headers: fields, isKnown: isKnown)
  }

  /// Whether an `If-None-Match` names the tag.
  static func matches(_ known: String, _ tag: String) -> Bool {
    known.split(separator: ",").contains { candidate in
      let text = String(candidate).trimmingWhitespace
      return text == "*" || text == tag || text == "W/\(tag)"
    }
  }
}
