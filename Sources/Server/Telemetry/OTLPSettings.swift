import Foundation

/// Where traces go, by OTLP over HTTP.
package struct OTLPSettings: Hashable, Sendable {
  /// A sentence for people.
  package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// What is asked, with `/v1/traces` at its end.
  let address: String
  /// Names in lower case.
  let headers: [Header]

  struct Header: Hashable, Sendable {
    let name: String
    let value: String
  }

  /// `endpoint` is the base address, such as `http://127.0.0.1:4318`, and `headers` are such as
  /// `authorization=Bearer%20key,x-team=kites`: both as OpenTelemetry's own settings are written.
  package init(endpoint: String, headers: String?) throws(Problem) {
    guard let url = URL(string: endpoint), ["http", "https"].contains(url.scheme), url.host?.isEmpty == false,
      url.query == nil, url.fragment == nil, url.user == nil
    else {
      throw Problem(
        description: "The address that traces are sent to is like http://127.0.0.1:4318, without a user and a query.")
    }
    address = String(endpoint.reversed().drop { $0 == "/" }.reversed()) + "/v1/traces"
    self.headers = try Self.headers(headers ?? "")
  }

  private static func headers(_ text: String) throws(Problem) -> [Header] {
    var headers: [Header] = []
    for pair in text.split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts[0].trimmingCharacters(in: .whitespaces).lowercased()
      guard parts.count == 2, !name.isEmpty, name.utf8.allSatisfy(isNameByte),
        let value = parts[1].trimmingCharacters(in: .whitespaces).removingPercentEncoding,
        value.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
      else {
        throw Problem(description: "The headers for traces are like authorization=Bearer%20key,x-team=kites.")
      }
      headers.append(Header(name: name, value: value))
    }
    return headers
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x5F
  }
}
