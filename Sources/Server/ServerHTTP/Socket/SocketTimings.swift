import NIOCore

/// How long sockets may be silent. Tests shorten them.
package struct SocketTimings: Sendable {
  /// From the connection to the first request, and from the upgrade to the hello.
  package var greeting: TimeAmount = .seconds(10)
  /// Silence after which the server sends a ping.
  package var ping: TimeAmount = .seconds(20)
  /// Silence after which the peer counts as dead.
  package var dead: TimeAmount = .seconds(40)
  /// How often sockets are looked at.
  package var tick: TimeAmount = .seconds(2)
  /// How long a closing handshake may take.
  package var closing: TimeAmount = .seconds(3)

  package init() {}
}
