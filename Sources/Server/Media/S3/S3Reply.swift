/// An answer of an S3 server.
struct S3Reply: Sendable {
  let status: Int
  /// Names in lower case.
  let headers: [String: String]
  let body: [UInt8]
  /// How often the request was sent before it was answered so.
  let attempts: Int

  var isGood: Bool { (200..<300).contains(status) }

  private var text: String { String(decoding: body, as: UTF8.self) }

  /// The text of the first element of that name.
  func element(_ name: String) -> String? { Self.elements(name, in: text).first.map(Self.plain) }

  /// Of each element `name` the text of the elements in it that `parts` names; those without one of
  /// them are left out.
  func elements(_ name: String, _ parts: [String]) -> [[String]] {
    Self.elements(name, in: text).compactMap { element in
      let texts = parts.compactMap { Self.elements($0, in: element).first.map(Self.plain) }
      return texts.count == parts.count ? texts : nil
    }
  }

  /// S3 writes these elements without attributes, and none into one of its own name.
  private static func elements(_ name: String, in text: some StringProtocol) -> [Substring] {
    var found: [Substring] = []
    var rest = Substring(text)
    while let start = rest.firstRange(of: "<\(name)>") {
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: "</\(name)>") else { return found }
      found.append(rest[..<end.lowerBound])
      rest = rest[end.upperBound...]
    }
    return found
  }

  private static func plain(_ text: Substring) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&apos;", "'"), ("&amp;", "&")].reduce(
      String(text)
    ) { $0.replacing($1.0, with: $1.1) }
  }
}

/// Why a request to an S3 server was not done.
package struct S3Failure: Error, Hashable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    /// No connection, or none that lasted.
    case unreachable
    /// The server asks to come later.
    case overloaded
    /// The key is wrong, or may not do this.
    case refused
    case noBucket
    case noObject
    case cancelled
    /// Anything else that was not to be expected.
    case unexpected
  }

  package let kind: Kind
  /// For the operator. Holds no key.
  package let description: String

  var isWorthRepeating: Bool { kind == .unreachable || kind == .overloaded }

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  init(_ reply: S3Reply, _ settings: S3Settings) {
    let code = reply.element("Code")
    let place = "\(settings.place) at \(settings.endpoint)"
    switch (reply.status, code) {
    case (_, "InvalidAccessKeyId"): self.init(.refused, "\(place) does not know the access key")
    case (_, "SignatureDoesNotMatch"): self.init(.refused, "\(place) refuses the secret key: it is wrong")
    case (_, "RequestTimeTooSkewed"): self.init(.refused, "\(place) has another time: check this machine's clock")
    case (_, "AuthorizationHeaderMalformed"), (_, "PermanentRedirect"), (301, _), (307, _):
      self.init(.refused, "\(place) is not in the region \(settings.signer.region)")
    case (401, _), (403, _): self.init(.refused, "\(place) does not allow this key to do what is needed")
    case (_, "NoSuchBucket"): self.init(.noBucket, "there is no bucket \(settings.bucket) at \(settings.endpoint)")
    case (404, _): self.init(.noObject, "\(place) does not have what was asked for")
    case (408, _), (429, _), (500..., _): self.init(.overloaded, "\(place) answers \(reply.status)")
    default: self.init(.unexpected, "\(place) answers \(reply.status) \(code ?? "")")
    }
  }
}
