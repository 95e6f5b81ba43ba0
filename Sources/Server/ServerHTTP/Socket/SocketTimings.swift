import NIOCore

/// How long connections may take for what they do. Tests shorten them.
package struct SocketTimings: Sendable {
  /// From the connection to the end of the first request's head, for each later head, and from the
  /// upgrade to the hello.
  package var greeting: TimeAmount = .seconds(10)
  /// Silence after which the server sends a ping.
  package var ping: TimeAmount = .seconds(20)
  /// Silence after which the peer counts as dead.
  package var dead: TimeAmount = .seconds(40)
  /// How often connections are looked at.
  package var tick: TimeAmount = .seconds(2)
  /// How long a closing handshake may take.
  package var closing: TimeAmount = .seconds(3)
  /// How long a request's body may take as a whole.
  package var body: TimeAmount = .seconds(30)
  /// The same of a body with bytes of a file.
  package var upload: TimeAmount = .minutes(15)
  /// How long a body may take before it has to come at `HTTPLimits.minimumRate`.
  package var bodyGrace: TimeAmount = .seconds(10)
  /// How long what was sent may stay unread by a peer that takes less than
  /// `HTTPLimits.minimumRate`.
  package var unread: TimeAmount = .seconds(20)
  /// How often the files of the certificate are looked at.
  package var certificate: TimeAmount = .seconds(10)

  package init() {}
}
