import HummingbirdCore

/// Makes Hummingbird serve the socket besides HTTP.
package enum SocketServerBuilder {
  package static func make(host: SocketHost, certificate: ServerCertificate? = nil) -> HTTPServerBuilder {
    HTTPServerBuilder { responder in SocketServerChannel(host: host, certificate: certificate, responder: responder) }
  }
}
