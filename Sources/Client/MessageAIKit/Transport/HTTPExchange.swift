/// The verbs that the protocol uses.
package enum HTTPVerb: String, Sendable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
}

/// A request to the server.
package struct HTTPExchangeRequest: Sendable {
  package var method: HTTPVerb
  package var url: String
  package var headers: [String: String] = [:]
  package var body: [UInt8]?
  /// Seconds for the answer, or for what comes next of one that is written while it is read.
  package var timeout: Double

  package init(_ method: HTTPVerb, url: String, timeout: Double) {
    self.method = method
    self.url = url
    self.timeout = timeout
  }
}

/// Head and body of an answer, which may still be coming.
package struct HTTPExchangeAnswer: Sendable {
  package let status: Int
  /// By their names in lower case.
  package let headers: [String: String]
  package let body: AsyncThrowingStream<[UInt8], any Error>
}

/// What carries requests: SwiftNIO, and `URLSession` on Apple's systems, where it wakes the radio,
/// asks for the network's VPN and knows the device's proxies and certificates.
package protocol HTTPExchange: Sendable {
  /// Returns with the head of the answer. Throws `ClientError.offline`, also from the body, when it
  /// cannot be had.
  func open(_ request: HTTPExchangeRequest) async throws -> HTTPExchangeAnswer
  /// Ends what still runs.
  func shutdown() async throws
  /// Lets go of one that has not been used.
  func drop()
}
