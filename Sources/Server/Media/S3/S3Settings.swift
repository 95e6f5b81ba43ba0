import Foundation

/// Where an S3 storage is, and the key to it.
package struct S3Settings: Sendable {
  /// What is wrong with settings, as a sentence for people.
  package struct Problem: Error, CustomStringConvertible {
    package let description: String
  }

  /// Scheme, host and port, without a slash at the end.
  package let endpoint: String
  package let bucket: String
  /// Before the names of all objects: empty, or with a slash at the end.
  package let prefix: String
  package let host: String
  package let signer: S3Signer

  /// How the place is written in options.
  package var place: String { "s3://\(bucket)\(prefix.isEmpty ? "" : "/" + prefix.dropLast())" }

  package static let scheme = "s3://"

  /// `place` is `s3://bucket` or `s3://bucket/prefix`; `environment` has `MESSAGEAI_S3_ENDPOINT`,
  /// `_REGION`, `_ACCESS_KEY` and `_SECRET_KEY`.
  package init(_ place: String, environment: [String: String]) throws(Problem) {
    guard place.hasPrefix(Self.scheme) else { throw Problem(description: "\(place) does not begin with s3://.") }
    let parts = place.dropFirst(Self.scheme.count).split(separator: "/", omittingEmptySubsequences: false)
    guard let bucket = parts.first.map(String.init), (3...63).contains(bucket.utf8.count), Self.isPlain(bucket) else {
      throw Problem(description: "\(place) names no bucket: s3://bucket or s3://bucket/prefix is meant.")
    }
    let folders = parts.dropFirst().last?.isEmpty == true ? parts.dropFirst().dropLast() : parts.dropFirst()
    guard folders.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && Self.isPlain($0) }) else {
      throw Problem(description: "The prefix of \(place) may have letters, digits, -, _, . and single slashes.")
    }
    let region = Self.value("REGION", environment) ?? "us-east-1"
    let endpoint = Self.value("ENDPOINT", environment) ?? "https://s3.\(region).amazonaws.com"
    guard let url = URLComponents(string: endpoint), let scheme = url.scheme, ["http", "https"].contains(scheme),
      let host = url.host, !host.isEmpty, url.user == nil, ["", "/"].contains(url.path), url.query == nil,
      url.fragment == nil
    else { throw Problem(description: "MESSAGEAI_S3_ENDPOINT is \"\(endpoint)\"; it must be like https://host:port.") }
    guard let accessKey = Self.value("ACCESS_KEY", environment), let secretKey = Self.value("SECRET_KEY", environment)
    else {
      throw Problem(description: "\(place) needs its key: set MESSAGEAI_S3_ACCESS_KEY and MESSAGEAI_S3_SECRET_KEY.")
    }
    let usualPort = scheme == "https" ? 443 : 80
    self.host = url.port.map { $0 == usualPort ? host : "\(host):\($0)" } ?? host
    self.endpoint = "\(scheme)://\(self.host)"
    self.bucket = bucket
    prefix = folders.map { $0 + "/" }.joined()
    signer = S3Signer(accessKey: accessKey, secretKey: secretKey, region: region)
  }

  private static func value(_ name: String, _ environment: [String: String]) -> String? {
    environment["MESSAGEAI_S3_\(name)"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// What no server, proxy or listing writes otherwise.
  private static func isPlain(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
        true
      default: false
      }
    }
  }
}
