/// The state of the connection.
public protocol ConnectionRepository: Sendable {
  func observeConnection() -> AsyncStream<ConnectionState>
  /// Try now: the network changed, the app came to the foreground, or the user asked.
  func kick() async
}
