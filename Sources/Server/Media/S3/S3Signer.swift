import Crypto
import Foundation

/// A request as it is signed and sent.
package struct S3Request: Sendable {
  package var method: String
  /// With a leading slash, not yet encoded.
  package var path: String
  package var query: [(name: String, value: String)] = []
  /// Names in lower case. All of them are signed.
  package var headers: [(name: String, value: String)] = []
  /// SHA-256 of the body in hexadecimal digits.
  package var digest: String

  package init(
    method: String, path: String, query: [(name: String, value: String)] = [],
    headers: [(name: String, value: String)] = [], digest: String = digestOfNothing
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.digest = digest
  }

  package static let digestOfNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

  /// Path and query, encoded as they are signed.
  package var target: String {
    let query = canonicalQuery
    return query.isEmpty ? canonicalPath : "\(canonicalPath)?\(query)"
  }

  fileprivate var canonicalPath: String { Self.encode(path, keeping: UInt8(ascii: "/")) }

  fileprivate var canonicalQuery: String {
    query.map { (Self.encode($0.name), Self.encode($0.value)) }
      .sorted { $0 < $1 }
      .map { "\($0)=\($1)" }
      .joined(separator: "&")
  }

  private static func encode(_ text: String, keeping kept: UInt8? = nil) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), kept:
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }
}

/// Signs requests with AWS Signature Version 4.
package struct S3Signer: Sendable {
  package let accessKey: String
  package let secretKey: String
  package let region: String

  package init(accessKey: String, secretKey: String, region: String) {
    self.accessKey = accessKey
    self.secretKey = secretKey
    self.region = region
  }

  /// The value of `authorization`. `time` is that of the header `x-amz-date`, such as
  /// `20130524T000000Z`.
  package func authorization(_ request: S3Request, at time: String) -> String {
    let headers = request.headers.sorted { $0.name < $1.name }
    let names = headers.map(\.name).joined(separator: ";")
    let canonical =
      [request.method, request.canonicalPath, request.canonicalQuery]
      + headers.map { "\($0.name):\(Self.collapsed($0.value))" } + ["", names, request.digest]
    let day = String(time.prefix(8))
    let scope = "\(day)/\(region)/s3/aws4_request"
    let text = [
      "AWS4-HMAC-SHA256", time, scope,
      Self.hexadecimal(SHA256.hash(data: Data(canonical.joined(separator: "\n").utf8))),
    ].joined(separator: "\n")
    let key = [day, region, "s3", "aws4_request"].reduce(SymmetricKey(data: Data("AWS4\(secretKey)".utf8))) {
      SymmetricKey(data: Data(HMAC<SHA256>.authenticationCode(for: Data($1.utf8), using: $0)))
    }
    let signature = Self.hexadecimal(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key))
    return "AWS4-HMAC-SHA256 Credential=\(accessKey)/\(scope),SignedHeaders=\(names),Signature=\(signature)"
  }

  /// A moment as requests name it.
  package static func time(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted))
  }

  package static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Without spaces around, and with one where there were several.
  private static func collapsed(_ value: String) -> String {
    value.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
  }
}
