import HummingbirdCore

/// Makes Hummingbird serve the socket besides HTTP.
package enum SocketServerBuilder {
  package static func make(host: SocketHost) -> HTTPServerBuilder {
    HTTPServerBuilder { responder in SocketServerChannel(host: host, responder: responder) }
  }
}
