import Foundation

/// Signed tokens (RFC 7515, compact), as services elsewhere want them from who asks.
package enum JSONWebToken {
  private struct Header: Encodable {
    let typ = "JWT"
    let alg: String
    let kid: String?
  }

  /// - Parameter signature: Signs with `algorithm`, of which it is the raw form.
  package static func signed(
    _ claims: some Encodable, algorithm: String, keyID: String?, _ signature: (Data) throws -> Data
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let header = try encoder.encode(Header(alg: algorithm, kid: keyID))
    let text = "\(Base64URL.encode(header)).\(Base64URL.encode(try encoder.encode(claims)))"
    return "\(text).\(Base64URL.encode(try signature(Data(text.utf8))))"
  }
}
